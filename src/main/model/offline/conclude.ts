import type { Passage } from '../../../shared/contract/passages'
import { shownInstead } from '../../../shared/text/shown-instead'
import type { ModelRequest } from '../port'
import { contentAsText, forPerson, quotationsAsAnswer, sumsAsAnswer, wholePassages } from './answer'
import {
  aboutOf,
  attachedTo,
  isFirst,
  isQuestion,
  lastCalled,
  type ToolResultBlock,
  wantsSummary,
} from './asked-request'
import { quotedRecords } from './attached-records'
import { bestSentences } from './best-sentences'
import { parseCommand } from './command'
import { coverageOf } from './coverage'
import { havingAddition, ofSameDocument, quotedBefore, wholeQuestion } from './follow-up'
import { passagesPerQuestion, searchTool, summaryTool } from './library-tools'
import { ofNamedDocument } from './named-document'
import { searchStep } from './search-step'
import { asMeant, searchedWords, withoutGuesses } from './searched-words'
import { answer, type Said, type Step } from './step'
import { documentToSumUp } from './summary-wish'
import type { OfflineTexts, TextsOfLanguage } from './texts'
import { wishedLook } from './wished-look'

/** What to do about a question once tools that were called for it have answered. */
export function conclude(
  question: string,
  results: readonly ToolResultBlock[],
  request: ModelRequest,
  { texts, language }: TextsOfLanguage,
): Step {
  if (results.some((result) => result.rejected === true)) return answer(texts.rejected)
  const isCommand = parseCommand(question) !== null
  const isLook = wishedLook(question, language)?.name === lastCalled(request)
  const failed = results.find((result) => result.isError)
  // Nobody asked for the tool: the words may have meant something else.
  if (failed !== undefined && isLook && request.tools.some(({ name }) => name === searchTool)) {
    return searchStep(request)
  }
  if (failed !== undefined) return failureSaid(failed, isCommand ? lastCalled(request) : undefined, texts)
  const found = results.flatMap((result) => [...(result.passages ?? [])]).sort((a, b) => b.score - a.score)
  const about = aboutOf(request)
  const isSummary = about.length > 0 ? wantsSummary(question) : lastCalled(request) === summaryTool
  if (isCommand || isSummary || isLook) return resultsSaid(results, found, texts)
  const named = about.length > 0 ? null : documentToSumUp(question, found, results)
  if (named !== null && request.tools.some(({ name }) => name === summaryTool)) {
    return { kind: 'calls', calls: [{ name: summaryTool, input: { doc_id: named } }] }
  }
  const records = quotedRecords(question, attachedTo(request), texts, language)
  const introduction = `${isFirst(request) ? `${texts.introduction}\n\n` : ''}${records === null ? '' : `${records.text}\n\n`}`
  return answerFromPassages(question, { introduction, found, results, request }, texts)
}

/** Why a tool failed; where the person called it by hand with what it does not take, how it is called. */
function failureSaid(failed: ToolResultBlock, byHand: string | undefined, texts: OfflineTexts): Said {
  const problem = failed.problem ?? failed.content
  const help = failed.invalidInput === true && byHand ? { after: `\n\n${texts.helpFor(byHand)}` } : {}
  return { ...answer(texts.failed(contentAsText(problem, texts.clipped))), repeats: true, ...help }
}

/** The results themselves: of a command, or of documents that were to be summed up. */
function resultsSaid(
  results: readonly ToolResultBlock[],
  found: readonly Passage[],
  texts: OfflineTexts,
): Said {
  if (found.length > 0) {
    const shown = searchedWords(results).corrections.map((each) =>
      texts.shownFor(shownInstead(each), each.word),
    )
    const lead = [...shown, texts.found].join('\n\n')
    return { kind: 'say', ...quotationsAsAnswer(lead, wholePassages(found, passagesPerQuestion)) }
  }
  const proposed = results.find((result) => result.proposed !== undefined)?.proposed
  if (proposed !== undefined) return answer(texts.proposed(proposed))
  const sums = results.flatMap(({ sentences = [] }) => (sentences.length > 0 ? [sentences] : []))
  if (sums.length === results.length) return { kind: 'say', ...sumsAsAnswer(sums, texts), repeats: true }
  const said = results.map(({ content }) => contentAsText(forPerson(content), texts.clipped))
  return { ...answer(said.join('\n\n')), repeats: true }
}

/** Quotes what the search found, and says where that is not all that was asked. */
function answerFromPassages(
  question: string,
  {
    introduction,
    found,
    results,
    request,
  }: {
    /** What is said before. */
    readonly introduction: string
    /** Best first. */
    readonly found: readonly Passage[]
    readonly results: readonly ToolResultBlock[]
    readonly request: ModelRequest
  },
  texts: OfflineTexts,
): Said {
  const about = aboutOf(request)
  const searched = searchedWords(results)
  const passages = withoutGuesses(question, found, searched)
  const unread = results.flatMap((result) => result.unread ?? []).map(texts.unread)
  const foreign = results
    .flatMap((result) => (result.foreign ? [texts.foreign(result.foreign)] : []))
    .slice(0, 1)
  if (passages.length === 0) {
    const nothing = about.length === 0 ? texts.nothingFound : texts.nothingInThese(about.length)
    // What was asked for is there: neither other words nor more documents would help.
    const why = unread.length > 0 ? unread : [nothing, ...foreign]
    return answer(`${introduction}${why.join('\n\n')}`)
  }
  const { before, isAboutBefore } = wholeQuestion(request.messages, isQuestion)
  const fitting = isAboutBefore
    ? ofSameDocument(passages, quotedBefore(request.messages, isQuestion), question)
    : before !== ''
      ? havingAddition(passages, question)
      : ofNamedDocument(question, passages, results)
  const { text: meant, corrected } = asMeant(question, searched)
  const quotations = bestSentences(meant, fitting, before)
  const { isEnough, missing } = coverageOf(question, passages, quotations, searched)
  const lead = isEnough ? texts.found : missing.length > 0 ? texts.notFound(missing) : texts.scattered
  const shown = corrected.map(({ word, instead }) => texts.shownFor(instead, word))
  const said = [...unread, ...shown, ...(isEnough ? [] : foreign), lead].join('\n\n')
  return { kind: 'say', ...quotationsAsAnswer(`${introduction}${said}`, quotations) }
}

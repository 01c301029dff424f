import { setImmediate as nextTask } from 'node:timers/promises'
import type { Passage } from '../../../shared/contract/passages'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { newId } from '../../identifier'
import { goOnText, wordlessText } from '../go-on'
import type { Model, ModelBlock, ModelEvent, ModelRequest, ModelTool } from '../port'
import {
  type Answer,
  contentAsText,
  forPerson,
  quotationsAsAnswer,
  sumsAsAnswer,
  wholePassages,
} from './answer'
import { quotedRecords } from './attached-records'
import { bestSentences } from './best-sentences'
import { fieldsOf, nearNames, parseCommand, parseCommandInput } from './command'
import { coverageOf } from './coverage'
import { havingAddition, ofSameDocument, quotedBefore, wholeQuestion } from './follow-up'
import { helpOn, helpText, type ToolWords } from './help'
import { ofNamedDocument } from './named-document'
import { asMeant, searchedWords, withoutGuesses } from './searched-words'
import { documentToSumUp, isSummaryWish } from './summary-wish'
import { offlineTexts } from './texts'
import { wishedChanges } from './wished-change'

/** The name under which it is recorded. */
const offlineModelId = 'offline'

/** How many passages a question searches for. */
const passagesPerQuestion = 5
/** The same for one that goes on from another: much of what is found belongs to that. */
const passagesPerFollowUp = 20
/** How much text is given at a time, in characters: a few words, as a model would. */
const pieceLength = 24
const searchTool = 'search_library'
const summaryTool = 'summarize_document'
/** The tools that a greeting names. */
const exampleTools = new Set(['search_library', 'create_file'])
const greeting =
  /^(?:hi|hello|hey|good (?:morning|evening|day)|hallo|guten (?:tag|morgen|abend)|moin|help|hilfe|what can you do|who are you|was kannst du|wer bist du)(?:\s+(?:there|you|du|countersign))?\s*[!.?]*$/iu

const courtesy =
  /^(?:(?:many )?thanks?(?: you)?(?: (?:very much|so much|a lot))?|danke(?: dir| schön| sehr)?|vielen dank|ok(?:ay)?|great|perfect|super|prima|bye|tschüss?)\s*[!.]*$/iu

type Said = {
  readonly kind: 'say'
  readonly repeats?: true
  /** Said of its own after what repeats. */
  readonly after?: string
} & Answer
type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
type Step = Said | { readonly kind: 'calls'; readonly calls: readonly Call[] }
type ToolResultBlock = Extract<ModelBlock, { type: 'tool_result' }>

/**
 * The assistant that needs no model: it runs tools by hand and answers from the library with quoted passages. It
 * decides from the conversation alone, so the same conversation always gives the same answer.
 */
export function createOfflineModel(options: {
  readonly language: 'en' | 'de'
  /** How many documents there are to search; null when that is not known. */
  readonly countDocuments: () => number | null
  /** What people are told of tools, by language, where that is known. */
  readonly toolWords?: Partial<Readonly<Record<'en' | 'de', ToolWords>>> | undefined
}): Model {
  const words = options.toolWords?.[options.language] ?? null
  const texts = offlineTexts(options.language)
  const answer = (text: string, citations: Answer['citations'] = []): Said => ({
    kind: 'say',
    text,
    citations,
  })

  const callByHand = (name: string, rest: string, tools: readonly ModelTool[]): Step => {
    const names = tools.map((tool) => tool.name)
    const find = (wanted: string) =>
      tools.find((candidate) => candidate.name === wanted) ??
      tools.find((candidate) => candidate.aliases?.includes(wanted))
    if (name === 'help' || name === 'hilfe') {
      const about = rest.replace(/^\//, '').trim().toLowerCase()
      if (about === '') return answer(helpText(tools, texts, words))
      const wanted = find(about)
      return answer(
        wanted === undefined
          ? texts.unknownCommand(about, nearNames(about, names))
          : helpOn(wanted, texts, words),
      )
    }
    const tool = find(name)
    if (tool === undefined) return answer(texts.unknownCommand(name, nearNames(name, names)))
    const parsed = parseCommandInput(rest, tool)
    return parsed.ok
      ? { kind: 'calls', calls: [{ name: tool.name, input: parsed.input }] }
      : answer(texts.badArguments(tool.name, parsed.problem, fieldsOf(tool)))
  }

  const begin = (question: string, request: ModelRequest): Step => {
    if (request.withoutTools === true) return answer(texts.noTools)
    const command = parseCommand(question)
    if (command !== null) return callByHand(command.name, command.rest, request.tools)
    if (greeting.test(question.trim())) {
      const names = request.tools.map((tool) => tool.name)
      const examples = names.filter((name) => exampleTools.has(name))
      return answer(
        `${texts.introduction}\n\n${texts.welcome(examples.length > 0 ? examples : names.slice(0, 2))}`,
      )
    }
    if (courtesy.test(question.trim())) return answer(texts.courtesy)
    const pages = attachedTo(request).flatMap((block) =>
      block.type === 'passages' ? [...block.passages] : [],
    )
    const records = quotedRecords(question, attachedTo(request), texts, options.language)
    if (pages.length > 0) {
      const before = records === null ? '' : `${records.text}\n\n`
      const lead = `${before}${texts.fromPages}`
      return { kind: 'say', ...quotationsAsAnswer(lead, bestSentences(question, pages)) }
    }
    const about = aboutOf(request)
    const has = (name: string) => request.tools.some((tool) => tool.name === name)
    if (about.length > 0 && wantsSummary(question) && has(summaryTool)) {
      return { kind: 'calls', calls: about.map((doc_id) => ({ name: summaryTool, input: { doc_id } })) }
    }
    if (records !== null && wantsSummary(question)) return answer(records.text)
    if (question === wordlessText) return answer(`${texts.introduction}\n\n${texts.noWords}`)
    const byHand = wishedChanges(
      question,
      request.tools.map(({ name }) => name),
    )
    if (byHand.length > 0) return answer(texts.changeByHand(byHand))
    const isAlone = options.countDocuments() === 0 || !has(searchTool)
    if (records !== null && (records.isEnough || isAlone)) return answer(records.text)
    if (options.countDocuments() === 0) return answer(`${texts.introduction}\n\n${texts.emptyLibrary}`)
    if (!has(searchTool)) return answer(`${texts.introduction}\n\n${texts.noSearch}`)
    const { text: query, before } = wholeQuestion(request.messages, isQuestion)
    const top_k = before !== '' ? passagesPerFollowUp : passagesPerQuestion
    const inputs = about.length === 0 ? [{ query, top_k }] : about.map((doc_id) => ({ query, top_k, doc_id }))
    return { kind: 'calls', calls: inputs.map((input) => ({ name: searchTool, input })) }
  }

  const conclude = (question: string, results: readonly ToolResultBlock[], request: ModelRequest): Step => {
    if (results.some((result) => result.rejected === true)) return answer(texts.rejected)
    const failed = results.find((result) => result.isError)
    if (failed !== undefined) {
      const problem = failed.problem ?? failed.content
      const byHand = parseCommand(question) === null ? null : lastCalled(request)
      const help = failed.invalidInput === true && byHand ? { after: `\n\n${texts.helpFor(byHand)}` } : {}
      return { ...answer(texts.failed(contentAsText(problem, texts.clipped))), repeats: true, ...help }
    }
    const found: Passage[] = results
      .flatMap((result) => [...(result.passages ?? [])])
      .sort((a, b) => b.score - a.score)
    const about = aboutOf(request)
    const isSummary = about.length > 0 ? wantsSummary(question) : lastCalled(request) === summaryTool
    if (parseCommand(question) !== null || isSummary) {
      if (found.length > 0) {
        const shown = searchedWords(results).corrections.map(({ word, instead: [first = word] }) =>
          texts.shownFor(first, word),
        )
        return {
          kind: 'say',
          ...quotationsAsAnswer(
            [...shown, texts.found].join('\n\n'),
            wholePassages(found, passagesPerQuestion),
          ),
        }
      }
      const proposed = results.find((result) => result.proposed !== undefined)?.proposed
      if (proposed !== undefined) return answer(texts.proposed(proposed))
      const sums = results.flatMap(({ sentences = [] }) => (sentences.length > 0 ? [sentences] : []))
      if (sums.length === results.length) return { kind: 'say', ...sumsAsAnswer(sums, texts), repeats: true }
      const said = results.map(({ content }) => contentAsText(forPerson(content), texts.clipped))
      return { ...answer(said.join('\n\n')), repeats: true }
    }
    const named = about.length > 0 ? null : documentToSumUp(question, found, results)
    if (named !== null && request.tools.some(({ name }) => name === summaryTool)) {
      return { kind: 'calls', calls: [{ name: summaryTool, input: { doc_id: named } }] }
    }
    const records = quotedRecords(question, attachedTo(request), texts, options.language)
    const introduction = `${isFirst(request) ? `${texts.introduction}\n\n` : ''}${records === null ? '' : `${records.text}\n\n`}`
    const searched = searchedWords(results)
    const passages = withoutGuesses(question, found, searched)
    if (passages.length === 0) {
      const nothing = about.length === 0 ? texts.nothingFound : texts.nothingInThese(about.length)
      return answer(`${introduction}${nothing}`)
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
    const said = [...corrected.map(({ word, instead }) => texts.shownFor(instead, word)), lead].join('\n\n')
    return { kind: 'say', ...quotationsAsAnswer(`${introduction}${said}`, quotations) }
  }

  /** Says what of the message it could not use. */
  const withUnused = (step: Step, attached: readonly ModelBlock[]): Step => {
    const unused = [
      ...(attached.some(({ type }) => type === 'image') ? [texts.noPictures] : []),
      ...(attached.some((block) => block.type === 'text' && block.file) ? [texts.noFiles] : []),
    ]
    return step.kind === 'calls' || unused.length === 0
      ? step
      : { kind: 'say', text: [...unused, step.text].join('\n\n'), citations: step.citations }
  }

  return {
    id: offlineModelId,
    provider: 'offline',
    answersOne: true,
    async *stream(request, signal): AsyncGenerator<ModelEvent, void, void> {
      const question = lastQuestion(request)
      const results = resultsAtTheEnd(request)
      const step = withUnused(
        results.length === 0 ? begin(question, request) : conclude(question, results, request),
        attachedTo(request),
      )
      for (const event of eventsOf(step)) {
        if (signal.aborted) throw new AppError('cancelled', say('model.stopped'))
        yield event
        // Lets other work of the process in between pieces.
        await nextTask()
      }
    },
  }
}

function* eventsOf(step: Step): Generator<ModelEvent, void, void> {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  if (step.kind === 'calls') {
    for (const [block, { name, input }] of step.calls.entries()) {
      yield { type: 'tool_use_started', block, toolUseId: newId(), name }
      for (const json of pieces(JSON.stringify(input))) yield { type: 'tool_input_delta', block, json }
    }
    yield { type: 'finished', stopReason: 'tool_use', usage }
    return
  }
  const repeats = step.repeats ? { repeats: step.repeats } : {}
  for (const text of pieces(step.text)) yield { type: 'text_delta', block: 0, text, ...repeats }
  for (const text of pieces(step.after ?? '')) yield { type: 'text_delta', block: 1, text }
  for (const claim of step.citations) yield { type: 'citation', block: 0, claim }
  yield { type: 'finished', stopReason: 'end_turn', usage }
}

/** Cuts by whole characters, so that no piece ends inside of one. */
function* pieces(text: string): Generator<string, void, void> {
  const characters = [...text]
  for (let at = 0; at < characters.length; at += pieceLength)
    yield characters.slice(at, at + pieceLength).join('')
}

/** What the person asked last, past the words that ask to go on after a break. */
function lastQuestion(request: ModelRequest): string {
  return attachedTo(request).findLast(isQuestion)?.text ?? ''
}

/** The message with that question: what is attached stands before it. */
function attachedTo({ messages }: ModelRequest): readonly ModelBlock[] {
  return messages.findLast(({ role, content }) => role === 'user' && content.some(isQuestion))?.content ?? []
}

/** The documents that it is about alone, by their ids; none where it is about all of the library. */
function aboutOf(request: ModelRequest): readonly string[] {
  // A limit stands before what is attached, and holds for that too.
  const named = attachedTo(request).flatMap((block) =>
    block.type === 'text' && block.about !== undefined ? [block.about] : [],
  )
  return named[0] ?? []
}

/** Documents that are sent without a word are to be summed up. */
function wantsSummary(question: string): boolean {
  return question === wordlessText || isSummaryWish(question)
}

function isQuestion(block: ModelBlock): block is Extract<ModelBlock, { type: 'text' }> {
  return block.type === 'text' && block.text !== goOnText
}

/** Results that nothing was said about yet; none when the person said something after them. */
function resultsAtTheEnd(request: ModelRequest): ToolResultBlock[] {
  const content = request.messages.at(-1)?.content ?? []
  return content.at(-1)?.type === 'tool_result' ? content.filter((block) => block.type === 'tool_result') : []
}

/** The tool that was called last. */
function lastCalled({ messages }: ModelRequest): string | undefined {
  const calls = messages.findLast(({ role }) => role === 'assistant')?.content ?? []
  return calls.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])).at(-1)
}

/** Whether nothing has been answered in words yet. */
function isFirst(request: ModelRequest): boolean {
  return !request.messages.some(
    (message) => message.role === 'assistant' && message.content.some((block) => block.type === 'text'),
  )
}

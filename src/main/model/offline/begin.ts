import { wordlessText } from '../go-on'
import type { ModelRequest } from '../port'
import { quotationsAsAnswer } from './answer'
import { aboutOf, attachedTo, wantsSummary } from './asked-request'
import { quotedRecords } from './attached-records'
import { bestSentences } from './best-sentences'
import { type Command, fieldsOf, nearNames, parseCommand, parseCommandInput } from './command'
import { helpNames, helpOn, helpText, helpTopic, type ToolWords } from './help'
import { searchTool, summaryTool } from './library-tools'
import { searchStep } from './search-step'
import { answer, type Step } from './step'
import type { OfflineTexts, TextsOfLanguage } from './texts'
import { wishedChanges } from './wished-change'
import { lookingTools, wishedLook } from './wished-look'

/** The tools that a greeting names. */
const exampleTools = new Set(['search_library', 'create_file'])
const greeting =
  /^(?:hi|hello|hey|good (?:morning|evening|day)|hallo|guten (?:tag|morgen|abend)|moin|help|hilfe|what can you do|who are you|was kannst du|wer bist du)(?:\s+(?:there|you|du|countersign))?\s*[!.?]*$/iu

const courtesy =
  /^(?:(?:many )?thanks?(?: you)?(?: (?:very much|so much|a lot))?|danke(?: dir| schön| sehr)?|vielen dank|ok(?:ay)?|great|perfect|super|prima|bye|tschüss?)\s*[!.]*$/iu

/** What the beginning of an answer needs beside the request. */
interface Beginning extends TextsOfLanguage {
  /** How many documents there are to search; null when that is not known. */
  readonly countDocuments: () => number | null
  /** What people are told of tools; null where that is not known. */
  readonly toolWords: ToolWords | null
}

/** What to do first about a question: a command, an answer from what is at hand, or a search. */
export function begin(
  question: string,
  request: ModelRequest,
  { texts, language, countDocuments, toolWords }: Beginning,
): Step {
  if (request.withoutTools === true) return answer(texts.noTools)
  const command = parseCommand(question)
  if (command !== null) return callByHand(command, request, texts, toolWords)
  const names = request.tools.map((tool) => tool.name)
  const courteous = smallTalk(question.trim(), names, texts)
  if (courteous !== null) return answer(courteous)
  const pages = attachedTo(request).flatMap((block) => (block.type === 'passages' ? [...block.passages] : []))
  const records = quotedRecords(question, attachedTo(request), texts, language)
  if (pages.length > 0) {
    const before = records === null ? '' : `${records.text}\n\n`
    const lead = `${before}${texts.fromPages}`
    return { kind: 'say', ...quotationsAsAnswer(lead, bestSentences(question, pages)) }
  }
  const about = aboutOf(request)
  const has = (name: string) => names.includes(name)
  if (about.length > 0 && wantsSummary(question) && has(summaryTool)) {
    return { kind: 'calls', calls: about.map((doc_id) => ({ name: summaryTool, input: { doc_id } })) }
  }
  if (records !== null && wantsSummary(question)) return answer(records.text)
  if (question === wordlessText) return answer(`${texts.introduction}\n\n${texts.noWords}`)
  const byHand = wishedChanges(question, names)
  if (byHand.length > 0) return answer(texts.changeByHand(byHand))
  const look = attachedTo(request).length === 1 ? wishedLook(question, language) : null
  if (look !== null && has(look.name)) return { kind: 'calls', calls: [look] }
  const isAlone = countDocuments() === 0 || !has(searchTool)
  if (records !== null && (records.isEnough || isAlone)) return answer(records.text)
  if (countDocuments() === 0) return answer(`${texts.introduction}\n\n${texts.emptyLibrary}`)
  if (!has(searchTool)) return answer(`${texts.introduction}\n\n${texts.noSearch}`)
  return searchStep(request)
}

/** What is said to a greeting, or to thanks; null to anything else. */
function smallTalk(words: string, tools: readonly string[], texts: OfflineTexts): string | null {
  if (greeting.test(words)) {
    const looks = lookingTools.every((name) => tools.includes(name))
    const examples = tools.filter((name) => exampleTools.has(name))
    return `${texts.introduction}\n\n${texts.welcome(examples.length > 0 ? examples : tools.slice(0, 2), looks)}`
  }
  return courtesy.test(words) ? texts.courtesy : null
}

/** A command that the person wrote: help, or the call of a tool. */
function callByHand(
  command: Command,
  { tools, modelAnswers = false }: ModelRequest,
  texts: OfflineTexts,
  words: ToolWords | null,
): Step {
  const { name, rest } = command
  const names = [...helpNames, ...tools.map((tool) => tool.name)]
  const find = (wanted: string) =>
    tools.find((candidate) => candidate.name === wanted) ??
    tools.find((candidate) => candidate.aliases?.includes(wanted))
  const about = helpTopic(command)
  if (about !== null) {
    if (about === '') return answer(helpText(tools, texts, words, modelAnswers))
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

import type { z } from 'zod'
import type { Proposal } from '../../shared/contract/changes'
import { AppError, assertNever, type ErrorCode, type ErrorShape, toErrorShape } from '../../shared/errors'
import { type SentenceCode, say } from '../../shared/sentences/say'
import { textOf, type Words } from '../../shared/sentences/sentence'
import { shortened } from '../../shared/text/start-of'
import type { Origin, ToolResult } from '../../shared/tool/result'
import type { Answer } from '../../shared/tool/runtime'
import type { Ending } from './gate/effects'
import { withField } from './wrong-field'

// A name that long is no slip of the pen; an unbounded one would fill the model's context.
const longestNameShown = 80
/** Fields of each kind that a person is told of; whoever calls with a thousand wrong ones is not read to the end. */
const mostFieldsShown = 5
/** Problems that a model is told of: enough to mend a call by. */
const mostProblemsTold = 20

/** The result of a call that did what it should. */
export function successOf(answer: Answer<unknown> & { readonly origin: Origin }, state: unknown): ToolResult {
  const content = answer.content.trim() === '' ? 'Done.' : answer.content
  const images = answer.images ?? []
  return {
    success: true,
    content,
    ...(images.length === 0 ? {} : { images: [...images] }),
    state,
    origin: answer.origin,
  }
}

/** The one funnel from any throw to a result that the model can act on; an error about a field of the input names it. */
export function failureOf(error: unknown, input?: unknown): ToolResult {
  const shape = withField(toErrorShape(error), input)
  const content = withTools(shape, withAdvice(shape.message, shape.code))
  return { success: false, content, state: null, error: shape }
}

const throughLibrary = 'Add it with add_document, then use read_document or search_library.'
/** Which tools help where a sentence, which people read too, names none. */
const helpfulTools: Partial<Record<SentenceCode, string>> = {
  'file.exists_for_create': 'Use edit_file to change it.',
  'file.pdf': throughLibrary,
  'file.not_text': throughLibrary,
  'file.too_large_to_read': 'Find lines in it with search_file_contents.',
}

function withTools({ said }: ErrorShape, content: string): string {
  const tools = Object.entries(helpfulTools).find(([code]) => code === said?.code)?.[1]
  return tools === undefined ? content : `${content} ${tools}`
}

/** The result of a call whose input does not fit; lists every field that is wrong. */
export function wrongInput(tool: string, error: z.ZodError, fields: readonly string[]): ToolResult {
  const problems = error.issues.flatMap(problemsOf).map(({ text }) => text)
  const told = problems.slice(0, mostProblemsTold)
  if (problems.length > told.length)
    told.push(`There are ${problems.length - told.length} more such problems.`)
  const takes = fields.length === 0 ? 'no fields' : fields.join(', ')
  return {
    success: false,
    content: `The input of ${tool} is wrong. ${told.join(' ')} Nothing was done. ${tool} takes: ${takes}. Call it again with input that fits.`,
    state: null,
    error: toErrorShape(inputError(error)),
  }
}

/** What a person is told of an input that does not fit: the fields alone, each once, the first of many. */
export function inputError(error: z.ZodError): AppError {
  const problems = error.issues.flatMap(problemsOf)
  const named = (wanted: Problem) => [
    ...new Set(
      problems.flatMap(({ problem, field }) => (problem === wanted && field !== whole ? [field] : [])),
    ),
  ]
  const all = { missing: named('missing'), unknown: named('unknown'), wrong: named('wrong') }
  const more = Object.values(all).reduce((sum, { length }) => sum + Math.max(0, length - mostFieldsShown), 0)
  const words = say('gate.wrong_input', {
    missing: all.missing.slice(0, mostFieldsShown),
    unknown: all.unknown.slice(0, mostFieldsShown),
    wrong: all.wrong.slice(0, mostFieldsShown),
    ...(more === 0 ? {} : { more }),
  })
  return new AppError('invalid_input', words, { field: problems[0]?.field ?? whole })
}

/** The result of a call to a tool that there is not. */
export function unknownTool(name: string, nearest: readonly string[]): ToolResult {
  const shown = shortened(name, longestNameShown)
  const hint =
    nearest.length === 0 ? 'Use one of the tools in the catalog.' : `Did you mean ${nearest.join(' or ')}?`
  return {
    success: false,
    content: `There is no tool named ${JSON.stringify(shown)}. ${hint}`,
    state: null,
    error: toErrorShape(new AppError('not_found', say('gate.no_such_tool', { name: shown }))),
  }
}

/** What the model is told of a proposal that was not applied. */
export function notApplied(
  proposal: Pick<Proposal, 'number'>,
  code: ErrorCode,
  words: Words,
  ending: Ending['kind'] = 'rolled_back',
): ToolResult {
  const content = `Proposal #${proposal.number} ${endingInWords(ending)}. ${textOf(words)}`
  return { success: false, content, state: null, error: toErrorShape(new AppError(code, words)) }
}

function endingInWords(ending: Ending['kind']): string {
  switch (ending) {
    case 'rolled_back':
      return 'was not applied'
    case 'interrupted':
      return 'was interrupted'
    case 'stuck':
      return 'is left half done'
    default:
      return assertNever(ending)
  }
}

type Problem = 'missing' | 'unknown' | 'wrong'
/** Stands for the input itself, which is no field. */
const whole = 'input'

function problemsOf(issue: z.core.$ZodIssue): { problem: Problem; field: string; text: string }[] {
  const place = shortened(issue.path.map(String).join('.'), longestNameShown)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = shortened(place === '' ? key : `${place}.${key}`, longestNameShown)
      return { problem: 'unknown', field, text: `${field}: there is no such field.` }
    })
  }
  const field = place === '' ? whole : place
  if (isMissing(issue)) return [{ problem: 'missing', field, text: `${field} is missing.` }]
  return [{ problem: 'wrong', field, text: `${field}: ${issue.message}.` }]
}

/** zod tells a field that is not there by the type that it found. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && /received undefined$/.test(issue.message)
}

function withAdvice(message: string, code: ErrorCode): string {
  const advice = adviceFor(code)
  if (advice === '') return message
  // What ends in somebody else's words may have no end of its own.
  return `${message}${/[.?!…]["”)]?$/u.test(message) ? ' ' : '\n'}${advice}`
}

function adviceFor(code: ErrorCode): string {
  switch (code) {
    case 'conflict':
      return 'Nothing was changed. Read what is there now and propose again.'
    case 'invalid_input':
      return 'Correct the input and call again.'
    case 'not_found':
      return 'List or search for what is there, then call again.'
    case 'outside_grant':
      return 'Only the person can grant a folder; ask for it if it is needed.'
    case 'denied':
      return 'Do not try it again another way.'
    case 'busy':
    case 'timeout':
    case 'unavailable':
      return 'It may work later.'
    case 'internal':
      return 'This is a mistake in Countersign, not in your call.'
    case 'already_exists':
    case 'unsupported':
    case 'locked':
    case 'no_text':
    case 'too_large':
    case 'cancelled':
    case 'model_error':
    case 'corrupt':
    case 'newer_version':
    case 'read_only':
    case 'unauthorized':
      return ''
    default:
      return assertNever(code)
  }
}

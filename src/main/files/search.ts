import { z } from 'zod'
import { AppError, assertNever } from '../../shared/errors'
import { acceptFound } from './accept-found'
import { compilePattern } from './glob'
import type { GrantedPath, PathGuard } from './paths'
import { isInside } from './protected-places'
import { ignoring, nameOptions, ripgrep } from './ripgrep'
import { below, type PassedOver } from './walk'

/** What to search for. */
export interface SearchQuery {
  readonly query: string
  readonly regex: boolean
  readonly case: 'smart' | 'sensitive' | 'insensitive'
  readonly mode: 'content' | 'files' | 'count'
  readonly glob?: string | undefined
  /** Kinds of files by ripgrep's names, such as `ts` or `md`. */
  readonly types: readonly string[]
  /** Lines around each match. */
  readonly context: number
  readonly multiline: boolean
  readonly includeIgnored: boolean
  readonly limit: number
}

/** A line beside a match. */
export interface ContextLine {
  readonly line: number
  readonly text: string
}

/** A line that fits; several with `multiline`. */
export interface SearchMatch {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly cut: boolean
  readonly ranges: readonly { readonly start: number; readonly end: number }[]
  readonly before: readonly ContextLine[]
  readonly after: readonly ContextLine[]
}

/** What a search found. */
export interface SearchOutcome {
  /** In the mode `content`. */
  readonly matches: readonly SearchMatch[]
  /** In the other modes; `count` is null in the mode `files`. */
  readonly files: readonly { readonly path: string; readonly count: number | null }[]
  readonly truncated: boolean
  readonly passedOver: readonly PassedOver[]
}

/** Characters of a line that are kept around the first hit. */
const LINE_KEPT = 400

const textOrBytes = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })])
const line = z.object({ path: textOrBytes, lines: textOrBytes, line_number: z.number().nullable() })
const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('match'),
    data: line.extend({ submatches: z.array(z.object({ start: z.number(), end: z.number() })) }),
  }),
  z.object({ type: z.literal('context'), data: line }),
])
type MatchData = Extract<z.infer<typeof message>, { type: 'match' }>['data']

/** Searches the text of files below the roots with ripgrep. */
export async function searchFiles(
  searched: readonly GrantedPath[],
  search: SearchQuery,
  guard: PathGuard,
  ownFolders: readonly string[],
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const roots = searched.map(({ path }) => path)
  const passedOver: PassedOver[] = []
  const matches: FoundMatch[] = []
  const files: { path: string; count: number | null }[] = []
  const fits = search.glob === undefined ? null : compilePattern(search.glob)
  const known = new Map<string, boolean>()
  const isProtected = guard.protection()
  const contexts = new Map<string, Map<number, string>>()
  const ignored = ignoring(searched, search.includeIgnored)
  // Granted folders may lie in each other, and what is in both is searched twice.
  const taken = new Set<string>()
  const isNew = (place: string) => taken.size !== taken.add(place).size

  function isWanted(path: string): boolean {
    const before = known.get(path)
    if (before !== undefined) return before
    const root = roots.find((each) => isInside(each, path))
    const name = root === undefined || root === path ? path : below(root, path)
    const wanted =
      (fits === null || fits(name)) && (root === path || !isProtected(path)) && !ignored.leavesOut(path)
    known.set(path, wanted)
    return wanted
  }

  function takeMessage(answer: string): boolean {
    if (!answer.startsWith('{"type":"match"') && !answer.startsWith('{"type":"context"')) return true
    const { type, data } = message.parse(JSON.parse(answer))
    // A path that is not Unicode can't be named to any other tool.
    const path = 'text' in data.path ? data.path.text : null
    if (path === null || !isWanted(path)) return true
    if (type === 'context') {
      const text = outputBytes(data.lines)
        .toString('utf8')
        .replace(/\r?\n$/, '')
        .slice(0, LINE_KEPT)
      const around = contexts.get(path) ?? new Map<number, string>()
      around.set(data.line_number ?? 0, text)
      contexts.set(path, around)
      return true
    }
    if (!isNew(`${path}\0${data.line_number}`)) return true
    if (matches.length === search.limit) return false
    matches.push(readMatch(path, data))
    return true
  }

  let nameSoFar = ''
  /** The name may have line ends in it; the number never does. */
  function takeCount(answer: string): boolean {
    const whole = nameSoFar + answer
    const end = whole.indexOf('\0')
    nameSoFar = end < 0 ? `${whole}\n` : ''
    return end < 0 || takeFile(whole.slice(0, end), Number(whole.slice(end + 1)))
  }

  function takeFile(path: string, count: number | null = null): boolean {
    if (path === '' || path.includes('\ufffd') || !isWanted(path) || !isNew(path)) return true
    if (files.length === search.limit) return false
    files.push({ path, count })
    return true
  }

  const { status, stopped, complaints } = await ripgrep(
    [...ignored.options, ...optionsOf(search), '--', sought(search), ...roots],
    {
      separator: search.mode === 'files' ? '\0' : '\n',
      signal,
      passedOver,
      take: { content: takeMessage, files: (path: string) => takeFile(path), count: takeCount }[search.mode],
    },
  )
  if (status === 2 && matches.length === 0 && files.length === 0) refuseBadPattern(complaints, search.regex)
  const found = [...matches.map(({ match }) => match), ...files].map(({ path }) => path)
  const open = await acceptFound(guard, ownFolders, roots, new Set(found))
  return {
    matches: matches
      .filter(({ match }) => open.has(match.path))
      .sort(byPlace)
      .map((found) => withContext(found, contexts.get(found.match.path), search.context)),
    files: files.filter(({ path }) => open.has(path)).sort((a, b) => (a.path < b.path ? -1 : 1)),
    truncated: stopped !== 'no',
    passedOver,
  }
}

function optionsOf(search: SearchQuery): string[] {
  const options = [
    search.case === 'smart'
      ? '--smart-case'
      : search.case === 'sensitive'
        ? '--case-sensitive'
        : '--ignore-case',
  ]
  switch (search.mode) {
    case 'content':
      // One more than is given tells whether there is more.
      options.push('--json', `--max-count=${search.limit + 1}`)
      if (search.context > 0) options.push(`--context=${search.context}`)
      break
    case 'files':
      options.push('--files-with-matches', '--null')
      break
    case 'count':
      options.push('--count-matches', '--null', '--with-filename')
      break
    default:
      assertNever(search.mode)
  }
  // Else $ would fit no line that ends as on Windows.
  options.push(search.regex || overLineEnds(search) ? '--crlf' : '--fixed-strings')
  if (search.multiline) options.push('--multiline', '--multiline-dotall')
  options.push(...search.types.map((type) => `--type=${type}`))
  // ripgrep takes types as alternatives, so a second choice would widen the first.
  if (search.glob !== undefined && search.types.length === 0) options.push(...nameOptions(search.glob))
  options.push('--glob=!.git')
  return options
}

/** Whether plain text is looked for that goes over lines. */
function overLineEnds({ query, regex, multiline }: SearchQuery): boolean {
  return multiline && !regex && query.includes('\n')
}

/** Plain text as an expression that fits it however its lines end: whoever read the file was not told. */
function anyLineEnds(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, '\\$&').replace(/\r?\n/g, '\\r?\\n')
}

/**
 * An expression whose `\n` fits line ends of Windows too. Inside of a class (`[^\n]`) it stays, since that fits one
 * character, and so it does where the expression names the `\r` itself.
 */
function orWindowsLineEnds(expression: string): string {
  let inClass = 0
  return expression.replace(/\\r\??\\n|\\n|\n|\\[\s\S]|[[\]]/g, (part) => {
    if (part === '[') inClass++
    else if (part === ']') inClass = Math.max(0, inClass - 1)
    else if ((part === '\\n' || part === '\n') && inClass === 0) return '(?:\\r?\\n)'
    return part
  })
}

function sought(search: SearchQuery): string {
  if (overLineEnds(search)) return anyLineEnds(search.query)
  return search.regex && search.multiline ? orWindowsLineEnds(search.query) : search.query
}

interface FoundMatch {
  readonly match: SearchMatch
  /** How many lines it goes over, before it was cut. */
  readonly lines: number
}

function withContext(
  { match, lines }: FoundMatch,
  around: ReadonlyMap<number, string> | undefined,
  context: number,
): SearchMatch {
  if (around === undefined) return match
  const linesFrom = (first: number) =>
    Array.from({ length: context }, (_, index) => first + index).flatMap((line): ContextLine[] => {
      const text = around.get(line)
      return text === undefined ? [] : [{ line, text }]
    })
  return { ...match, before: linesFrom(match.line - context), after: linesFrom(match.line + lines) }
}

function readMatch(path: string, data: MatchData): FoundMatch {
  const raw = outputBytes(data.lines)
  const hits = data.submatches.map(({ start, end }) => ({
    start: raw.subarray(0, start).toString('utf8').length,
    end: raw.subarray(0, end).toString('utf8').length,
  }))
  const whole = raw.toString('utf8').replace(/\r?\n$/, '')
  const first = hits[0]?.start ?? 0
  const from =
    whole.length <= LINE_KEPT ? 0 : Math.max(0, Math.min(first - LINE_KEPT / 4, whole.length - LINE_KEPT))
  const text = whole.slice(from, from + LINE_KEPT)
  const ranges = hits
    .map(({ start, end }) => ({ start: Math.max(0, start - from), end: Math.min(text.length, end - from) }))
    .filter(({ start, end }) => start < end)
  const match = { path, line: data.line_number ?? 0, text, cut: text.length < whole.length, ranges }
  return { match: { ...match, before: [], after: [] }, lines: whole.split('\n').length }
}

function outputBytes(value: z.infer<typeof textOrBytes>): Buffer {
  return 'text' in value ? Buffer.from(value.text, 'utf8') : Buffer.from(value.bytes, 'base64')
}

/** Throws what ripgrep says of the question; a complaint about a file, which begins with its path, is none. */
export function refuseBadPattern(complaints: string, regex: boolean): void {
  const about = complaints.replace(/^rg: (?:\/|[A-Za-z]:[\\/]).*$/gm, '').trim()
  if (about === '') return
  if (/unrecognized file type/i.test(about)) {
    throw new AppError('invalid_input', `There is no such type of file: ${about.slice(0, 200)}`, {
      field: 'types',
    })
  }
  throw new AppError(
    'invalid_input',
    regex
      ? `The regular expression is not valid: ${whyBadPattern(about)}`
      : `The query can’t be searched for: ${whyBadPattern(about)}`,
    { field: 'query' },
  )
}

/** Of a drawing with the pattern and a pointer below it the last line alone says what is wrong. */
function whyBadPattern(about: string): string {
  const why = /^error: (.+)$/m.exec(about)?.[1] ?? about.replace(/^rg: /, '')
  return `${why.slice(0, 500).replace(/\.$/, '')}.`
}

function byPlace({ match: a }: FoundMatch, { match: b }: FoundMatch): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1
}

import { spawn } from 'node:child_process'
import { z } from 'zod'
import { AppError } from '../../shared/errors'
import type { PassedOver } from './walk'

/** What to search for. */
export interface SearchQuery {
  readonly query: string
  readonly regex: boolean
  readonly case: 'smart' | 'sensitive' | 'insensitive'
  readonly glob?: string | undefined
  readonly limit: number
}

/** A line that fits. */
export interface SearchMatch {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly cut: boolean
  readonly ranges: readonly { readonly start: number; readonly end: number }[]
}

/** What a search found. */
export interface SearchOutcome {
  readonly matches: readonly SearchMatch[]
  readonly truncated: boolean
  readonly passedOver: readonly PassedOver[]
}

/** A search that takes longer is over more than anyone reads. */
const TIME_LIMIT_MS = 60_000
/** Characters of a line that are kept around the first hit. */
const LINE_KEPT = 400
/** Bytes of what ripgrep complains about. */
const COMPLAINTS_BYTES = 64 * 1024
/** Bytes of one answer line; a longer one comes from a file that is one line. */
const ANSWER_BYTES = 8 * 1024 * 1024
/** Complaints that are handed on one by one. */
const PASSED_OVER_LIMIT = 50

const textOrBytes = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })])
const matchMessage = z.object({
  type: z.literal('match'),
  data: z.object({
    path: textOrBytes,
    lines: textOrBytes,
    line_number: z.number().nullable(),
    submatches: z.array(z.object({ start: z.number(), end: z.number() })),
  }),
})

/** Searches files below the roots with ripgrep, in a process of its own that ends with the call. */
export async function searchFiles(
  roots: readonly string[],
  search: SearchQuery,
  accept: (path: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  signal.throwIfAborted()
  const child = spawn(await programPath(), [...optionsOf(search), '--', search.query, ...roots], {
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    // Nothing of the caller's environment steers it, and it gets no secrets.
    env: {},
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new AppError('unavailable', 'The search program could not be started.', { cause })),
    )
    child.once('close', resolve)
  })
  // Waited for below; until then a failed start must not count as unhandled.
  ended.catch(() => undefined)
  let stopped: 'no' | 'enough' | 'aborted' | 'late' = 'no'
  const stop = (why: 'enough' | 'aborted' | 'late') => {
    if (stopped === 'no') stopped = why
    child.kill('SIGKILL')
  }
  const onAbort = () => stop('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const timer = setTimeout(() => stop('late'), TIME_LIMIT_MS)
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaints.length < COMPLAINTS_BYTES) complaints += text
  })
  try {
    const matches: SearchMatch[] = []
    const passedOver: PassedOver[] = []
    const accepted = new Map<string, boolean>()
    for await (const line of boundedLines(child.stdout, passedOver)) {
      if (stopped !== 'no') break
      const match = readMatch(line)
      if (match === null) continue
      const known = accepted.get(match.path) ?? (await accept(match.path))
      accepted.set(match.path, known)
      if (!known) continue
      if (matches.length === search.limit) {
        stop('enough')
        break
      }
      matches.push(match)
    }
    const status = await ended
    signal.throwIfAborted()
    if (status === 2 && matches.length === 0) refuseBadPattern(complaints, search)
    passedOver.push(...complaintsOf(complaints))
    if (wasStopped(stopped, 'late')) {
      passedOver.push({
        path: roots.join(', '),
        reason: `the search was ended after ${TIME_LIMIT_MS / 1000} seconds`,
      })
    }
    return { matches: sorted(matches), truncated: stopped !== 'no', passedOver }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}

function optionsOf(search: SearchQuery): string[] {
  const options = [
    '--json',
    '--no-config',
    '--no-follow',
    '--hidden',
    '--no-ignore',
    '--threads=2',
    // One more than is given tells whether there is more.
    `--max-count=${search.limit + 1}`,
    search.case === 'smart'
      ? '--smart-case'
      : search.case === 'sensitive'
        ? '--case-sensitive'
        : '--ignore-case',
  ]
  if (!search.regex) options.push('--fixed-strings')
  if (search.glob !== undefined) options.push(`--iglob=${search.glob.replace(/^!/, '\\!')}`)
  // Last, because the last glob that fits decides.
  options.push('--glob=!**/.git/**')
  return options
}

async function programPath(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    // A packaged application keeps programs outside its archive.
    return rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, 'app.asar.unpacked')
  } catch (cause) {
    throw new AppError('unavailable', 'The search program (ripgrep) is not installed for this system.', {
      cause,
    })
  }
}

async function* boundedLines(
  stream: NodeJS.ReadableStream,
  passedOver: PassedOver[],
): AsyncGenerator<string> {
  let pending = ''
  let skipping = false
  stream.setEncoding('utf8')
  for await (const piece of stream) {
    const parts = (pending + String(piece)).split('\n')
    pending = parts.pop() ?? ''
    for (const part of parts) {
      if (skipping) skipping = false
      else yield part
    }
    if (pending.length > ANSWER_BYTES) {
      if (!skipping) passedOver.push({ path: '', reason: 'a line of many megabytes was passed over' })
      skipping = true
      pending = ''
    }
  }
}

function readMatch(line: string): SearchMatch | null {
  if (!line.startsWith('{"type":"match"')) return null
  const { data } = matchMessage.parse(JSON.parse(line))
  const raw = bytesOf(data.lines)
  const path = 'text' in data.path ? data.path.text : null
  // A path that is not Unicode can't be named to any other tool.
  if (path === null) return null
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
  return { path, line: data.line_number ?? 0, text, cut: text.length < whole.length, ranges }
}

function bytesOf(value: z.infer<typeof textOrBytes>): Buffer {
  return 'text' in value ? Buffer.from(value.text, 'utf8') : Buffer.from(value.bytes, 'base64')
}

function refuseBadPattern(complaints: string, search: SearchQuery): void {
  if (
    /regex parse error|error parsing|regex could not be compiled|literal .* not allowed/i.test(complaints)
  ) {
    throw new AppError(
      'invalid_input',
      search.regex
        ? `The regular expression is not valid: ${complaints.trim().slice(0, 500)}`
        : `The query can’t be searched for: ${complaints.trim().slice(0, 500)}`,
      { field: 'query' },
    )
  }
  if (/glob/i.test(complaints)) {
    throw new AppError('invalid_input', `The glob is not valid: ${complaints.trim().slice(0, 500)}`, {
      field: 'glob',
    })
  }
}

function complaintsOf(complaints: string): PassedOver[] {
  return complaints
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, PASSED_OVER_LIMIT)
    .map((line) => {
      const [, path, reason] = /^(?:rg: )?(\/.*?|[A-Za-z]:.*?): (.*)$/.exec(line) ?? []
      return path === undefined ? { path: '', reason: line } : { path, reason: reason ?? line }
    })
}

function sorted(matches: readonly SearchMatch[]): SearchMatch[] {
  return [...matches].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
}

function wasStopped<T extends string>(state: string, by: T): boolean {
  return state === by
}

import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { readIgnoreRules } from './gitignore'
import { expandBraces } from './glob'
import type { GrantedPath } from './paths'
import { isInside } from './protected-places'
import { neverStarted, startQuickly } from './spare-shell'
import { leavingOut, type PassedOver, rulesAbove } from './walk'

/** How a run of ripgrep ended. */
export interface RipgrepEnd {
  readonly status: number | null
  /** Set when it was ended before it was through. */
  readonly stopped: 'no' | 'enough' | 'late'
  readonly complaints: string
}

/** A search that takes longer is over more than anyone reads. */
const TIME_LIMIT_MS = 60_000
/** Bytes of what ripgrep complains about. */
const COMPLAINTS_BYTES = 64 * 1024
/** Characters of one answer; a longer one comes from a file that is one line. */
const ANSWER_CHARACTERS = 8 * 1024 * 1024
/** Complaints that are handed on one by one. */
const PASSED_OVER_LIMIT = 50

/**
 * Runs ripgrep in a process of its own that is ended with the call. `take` gets each answer, in the order of arrival,
 * and says whether more is wanted; when not, nobody waits until the process has gone. Throws `unavailable` where it does
 * not start, or breaks off.
 */
export async function ripgrep(
  options: readonly string[],
  run: {
    readonly separator: '\n' | '\0'
    readonly signal: AbortSignal
    readonly passedOver: PassedOver[]
    readonly take: (answer: string) => boolean
  },
): Promise<RipgrepEnd> {
  const { separator, signal, passedOver, take } = run
  signal.throwIfAborted()
  const program = await programPath()
  // In a folder that is there: the one in which the application was started may be gone. Nothing of the caller's
  // environment steers it, and it gets no secrets.
  const child = startQuickly(program, [...always, ...options], dirname(program))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new AppError('unavailable', say('file.search_not_started'), { cause })),
    )
    child.once('close', resolve)
  })
  // Waited for below; until then a failed start must not count as unhandled.
  ended.catch(() => undefined)
  const state: { stopped: 'no' | 'enough' | 'late' | 'aborted' } = { stopped: 'no' }
  const killed = Promise.withResolvers<null>()
  const stop = (why: 'enough' | 'aborted' | 'late') => {
    if (state.stopped === 'no') state.stopped = why
    child.kill('SIGKILL')
    killed.resolve(null)
  }
  const onAbort = () => stop('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const timer = setTimeout(() => stop('late'), TIME_LIMIT_MS)
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaints.length < COMPLAINTS_BYTES) complaints += text
  })
  const answers = splitter(separator, (answer) => {
    if (state.stopped === 'no' && !take(answer)) stop('enough')
  })
  const failure: { error: unknown } = { error: null }
  // It says each file by itself: an iterator over the pieces would cost more than what is in them.
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    try {
      answers.push(piece)
    } catch (error) {
      failure.error ??= error
      stop('enough')
    }
  })
  try {
    const status = await Promise.race([ended, killed.promise])
    signal.throwIfAborted()
    if (failure.error !== null) throw failure.error
    if (neverStarted(status)) throw new AppError('unavailable', say('file.search_not_started'))
    // By a signal that was not ours: what was found by then is not all there is.
    if (state.stopped === 'no' && status === null) {
      throw new AppError('unavailable', say('file.search_broke_off'))
    }
    if (answers.passedOver()) {
      passedOver.push({ path: '', reason: 'a line of many megabytes was passed over' })
    }
    passedOver.push(...complaintsOf(complaints))
    if (state.stopped === 'late') {
      passedOver.push({ path: '', reason: `the search was ended after ${TIME_LIMIT_MS / 1000} seconds` })
    }
    return { status, stopped: state.stopped === 'aborted' ? 'enough' : state.stopped, complaints }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}

/** Cuts text that arrives in pieces into answers; one that grows past all measure is left out. */
function splitter(
  separator: '\n' | '\0',
  take: (answer: string) => void,
): { push(piece: string): void; passedOver(): boolean } {
  let pending = ''
  let skipping = false
  let passedOver = false
  return {
    push(piece) {
      const parts = (pending + piece).split(separator)
      pending = parts.pop() ?? ''
      for (const part of parts) {
        // The end of what was left out.
        if (skipping) skipping = false
        else take(part)
      }
      if (pending.length > ANSWER_CHARACTERS) {
        pending = ''
        skipping = true
        passedOver = true
      }
    },
    passedOver: () => passedOver,
  }
}

/**
 * One more than ripgrep would start by itself, up to its own most: listing 100,000 files on two processors takes a sixth
 * less with one that goes on while another waits for the system, and searching in them no more.
 */
const threads = Math.min(availableParallelism() + 1, 12)

const always = ['--no-config', '--no-follow', '--hidden', '--color=never', `--threads=${threads}`]

/** How ripgrep is told what to leave out. */
export interface Ignoring {
  readonly options: readonly string[]
  /** Whether a path that it names is to be left out all the same. */
  readonly leavesOut: (path: string) => boolean
}

const ignoreAlways = ['--no-require-git', '--no-ignore-global', '--no-ignore-exclude', '--no-ignore-dot']

/**
 * What leaves out what .gitignore files say, as `git` does, also where there is no repository. The rules above a root
 * count as far as its granted folder: what lies above the grant says nothing about it.
 */
export function ignoring(roots: readonly GrantedPath[], includeIgnored: boolean): Ignoring {
  const nothing = () => false
  if (includeIgnored) return { options: ['--no-ignore'], leavesOut: nothing }
  const deeper = roots
    .map((root) => ({ root, above: rulesAbove(root) }))
    .filter(({ above }) => above.length > 0)
  // ripgrep reads all that is above or none; it passes by whole folders, so it is left to do that where it may.
  if (deeper.length > 0 && !deeper.some(({ root }) => hasRulesAbove(root.grant.path))) {
    return { options: ignoreAlways, leavesOut: nothing }
  }
  const outer = deeper.map(({ root, above }) => ({ root, leavesOut: leavingOut(root.path, above) }))
  return {
    options: [...ignoreAlways, '--no-ignore-parent'],
    leavesOut: (path) => outer.some(({ root, leavesOut }) => isInside(root.path, path) && leavesOut(path)),
  }
}

/** Whether a folder above this one has rules. */
function hasRulesAbove(path: string): boolean {
  const folder = dirname(path)
  return folder !== path && (readIgnoreRules(folder) !== null || hasRulesAbove(folder))
}

/**
 * A quick first choice by name, in either case: at least what fits the pattern, which still decides. A --glob would
 * take in again what is ignored, so it is told as a type of file.
 */
export function nameOptions(pattern: string): string[] {
  const names = expandBraces(pattern).map((alternative) => wideName(alternative.split('/').at(-1) ?? ''))
  if (names.some((name) => /^\**$/.test(name))) return []
  return [...new Set(names)].map((name) => `--type-add=chosen:${name}`).concat('--type=chosen')
}

/** Letters in either case, and a star for all that ripgrep and a pattern may take differently. */
function wideName(name: string): string {
  return name.replace(/\[.*\]|[^\w.-]+/g, '*').replace(/[A-Za-z]/g, (letter) => {
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
    return `[${lower}${upper}${otherCapitals[lower] ?? ''}]`
  })
}

/** Letters beyond ASCII whose lower case begins with one in it. */
const otherCapitals: Readonly<Record<string, string>> = { i: '\u0130', k: '\u212a' }

let program: Promise<string> | null = null

/** Looked for once: importing it anew costs a good part of a short search. */
function programPath(): Promise<string> {
  program ??= findProgram()
  return program
}

async function findProgram(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    // A packaged application keeps programs outside its archive.
    return rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, 'app.asar.unpacked')
  } catch (cause) {
    throw new AppError('unavailable', say('file.search_not_installed'), {
      cause,
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

import { spawn } from 'node:child_process'
import { AppError } from '../../shared/errors'
import type { PassedOver } from './walk'

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
 * Runs ripgrep in a process of its own that ends with the call. `take` gets each answer, in the order of arrival, and
 * says whether more is wanted.
 */
export async function ripgrep(
  options: readonly string[],
  run: {
    readonly separator: '\n' | '\0'
    readonly signal: AbortSignal
    readonly passedOver: PassedOver[]
    readonly take: (answer: string) => boolean | Promise<boolean>
  },
): Promise<RipgrepEnd> {
  const { separator, signal, passedOver, take } = run
  signal.throwIfAborted()
  const child = spawn(await programPath(), [...always, ...options], {
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
  const state: { stopped: 'no' | 'enough' | 'late' | 'aborted' } = { stopped: 'no' }
  const stop = (why: 'enough' | 'aborted' | 'late') => {
    if (state.stopped === 'no') state.stopped = why
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
    let pending = ''
    let skipping = false
    for await (const piece of child.stdout.setEncoding('utf8')) {
      const parts = (pending + String(piece)).split(separator)
      pending = parts.pop() ?? ''
      for (const part of parts) {
        if (state.stopped !== 'no') break
        if (skipping) {
          skipping = false
          continue
        }
        const answer = take(part)
        // Waiting for what is there already would cost more than most of the answers.
        if (!(typeof answer === 'boolean' ? answer : await answer)) stop('enough')
      }
      if (pending.length > ANSWER_CHARACTERS) {
        if (!skipping) passedOver.push({ path: '', reason: 'a line of many megabytes was passed over' })
        skipping = true
        pending = ''
      }
    }
    const status = await ended
    signal.throwIfAborted()
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

const always = ['--no-config', '--no-follow', '--hidden', '--threads=2', '--color=never']

/** What leaves out what .gitignore files say, as `git` does, also where there is no repository; and `.git` itself. */
export function ignoreOptions(includeIgnored: boolean): string[] {
  return includeIgnored
    ? ['--no-ignore']
    : ['--no-require-git', '--no-ignore-global', '--no-ignore-exclude', '--no-ignore-dot']
}

/**
 * A quick first choice by name, in either case. A --glob would take in again what is ignored, so it is told as a type
 * of file; null for a pattern that can't be told so. What is chosen is still to be compared with the whole pattern.
 */
export function nameOptions(pattern: string): string[] | null {
  const name = pattern.split('/').at(-1) ?? ''
  if (pattern.includes('{') && pattern.includes('/')) return null
  if (!/^[\w.*?{},-]+$/.test(name) || name.includes('**')) return null
  const anyCase = name.replace(/[A-Za-z]/g, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
  return [`--type-add=chosen:${anyCase}`, '--type=chosen']
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

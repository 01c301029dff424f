import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** A process of which both outputs are read. */
type ReadProcess = ChildProcessByStdio<Writable | null, Readable, Readable>

/** Where copying a process to start another costs by its memory: 2 ms for each 50 MB. Others start one in no time. */
const isWorthIt = process.platform === 'linux'

/** By then what a program said last has been told on. */
const SPARE_AFTER_MS = 5

/** Programs that are under way. */
let running = 0

let spare: ChildProcessByStdio<Writable, Readable, Readable> | null = null

/**
 * Starts a program in its own folder, with nothing of our environment (a shell adds where it is) and without input. Where
 * starting one takes a good part of what a short search takes, a shell that was started before becomes the program, and
 * the next one is started when none is under way. No word may hold NUL. What can't be started says so by `error`, or ends
 * with a status that {@link neverStarted} knows.
 */
export function startQuickly(program: string, options: readonly string[], folder: string): ReadProcess {
  const ready = isWorthIt ? takeSpare() : null
  const child =
    ready ??
    spawn(program, options, {
      shell: false,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      env: {},
    })
  // It holds one line, and goes with the shell that reads it.
  ready?.stdin.end(
    `cd ${quoted(folder)} || exit 127; exec ${[program, ...options].map(quoted).join(' ')} </dev/null\n`,
  )
  if (isWorthIt) countWork(child)
  return child
}

/** Whether a status is a shell's for a program that is not there or can't be run (POSIX, Shell & Utilities 2.8.2). */
export function neverStarted(status: number | null): boolean {
  return status === 126 || status === 127
}

/**
 * Starts the next shell when no program is under way: copying this process stops it for some milliseconds, in which
 * nothing that a search says would be read.
 */
function countWork(child: ReadProcess): void {
  running++
  let ended = false
  const end = () => {
    if (ended) return
    ended = true
    running--
    setTimeout(() => {
      if (running === 0) spare ??= startSpare()
    }, SPARE_AFTER_MS).unref()
  }
  // One that could not be started may end without closing.
  child.once('error', end).once('close', end)
}

function takeSpare(): typeof spare {
  const taken = spare
  spare = null
  if (taken !== null) hold(taken, true)
  return taken
}

/**
 * A shell that reads what to become. It ends with us, because its input does, and keeps nobody from ending. Null where
 * there is no room for one more: then programs are started as anywhere else.
 */
function startSpare(): typeof spare {
  const child = spawnShell()
  if (child === null) return null
  const forget = () => {
    if (spare === child) spare = null
  }
  child.once('error', forget).once('exit', forget)
  // Without a process there are no streams either, whatever the types say.
  if (child.pid === undefined) return null
  // What is written to one that was ended from outside fails with its exit, which is told.
  child.stdin.on('error', () => undefined)
  hold(child, false)
  return child
}

function spawnShell(): typeof spare {
  try {
    return spawn('/bin/sh', [], { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], env: {} })
  } catch {
    // Some refusals of the system come as exceptions.
    return null
  }
}

/** Whether the end of this process, and what it says, is waited for. */
function hold(child: ChildProcessByStdio<Writable, Readable, Readable>, held: boolean): void {
  for (const each of [child, child.stdin, child.stdout, child.stderr]) {
    const way = Reflect.get(each, held ? 'ref' : 'unref')
    if (typeof way === 'function') way.call(each)
  }
}

/** As one word for the shell, whatever is in it: between single quotes only the quote itself means anything. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** A process of which both outputs are read. */
export type ReadProcess = ChildProcessByStdio<Writable | null, Readable, Readable>

/** Where copying a process to start another costs by its memory: 2 ms for each 50 MB. Others start one in no time. */
const isWorthIt = process.platform === 'linux'

let spare: ChildProcessByStdio<Writable, Readable, Readable> | null = null

/**
 * Starts a program in its own folder, without an environment and without input. Where starting one takes a good part of
 * what a short search takes, a shell that was started before becomes the program, and the next one is started while the
 * program does its work.
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
  ready?.stdin.end(`cd ${quoted(folder)} && exec ${[program, ...options].map(quoted).join(' ')} </dev/null\n`)
  if (isWorthIt) spare ??= startSpare()
  return child
}

function takeSpare(): typeof spare {
  const taken = spare
  spare = null
  if (taken === null) return null
  taken.removeAllListeners()
  hold(taken, true)
  return taken
}

/** A shell that reads what to become. It ends with us, because its input does, and keeps nobody from ending. */
function startSpare(): typeof spare {
  const child = spawn('/bin/sh', [], { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], env: {} })
  const forget = () => {
    if (spare === child) spare = null
  }
  child.once('error', forget).once('exit', forget)
  // What is written to one that was ended from outside fails with its exit, which is told.
  child.stdin.on('error', () => undefined)
  hold(child, false)
  return child
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

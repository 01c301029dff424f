import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** How often to look whether the parent is still there. */
const PARENT_CHECK_MS = 1000

const windows = process.platform === 'win32'
// How much of a quiet program's output is kept for the case that it fails.
const KEPT_OUTPUT_CHARACTERS = 200_000

/** The exit status that a shell would give for the way a child ended. */
export function exitStatus(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0)
}

/** Runs a program in this terminal, passes signals on to it, and resolves to its exit code or signal. */
export function runThrough(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const forward = (signal) => {
      // A terminal already sends Ctrl-C to the whole group; a second one would mean "stop without cleaning up".
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    }
    const signals = windows ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    // npm ends without a word to what it started; then this process has another parent.
    const parent = process.ppid
    const orphaned = setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM')
    }, PARENT_CHECK_MS)
    const settle = (then) => (value, signal) => {
      clearInterval(orphaned)
      for (const name of signals) process.off(name, forward)
      then(value, signal)
    }
    child.once('error', settle(reject))
    child.once(
      'close',
      settle((code, signal) => resolve({ code, signal })),
    )
  })
}

/**
 * Runs a program with its output kept. Resolves to `{ code, output, ended }`, where `ended` is `exit`,
 * `timeout` (the whole time, `timeoutMs`), `stall` (no output for `stallMs`) or `missing` (no such program).
 * The program and everything that it started are ended with the limit or with this process.
 */
export function runQuiet(command, args, { timeoutMs, stallMs, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: !windows, ...options })
    let output = ''
    let ended = 'exit'
    let stallTimer
    const end = (signal) => {
      if (windows) child.kill()
      else if (child.pid !== undefined) endGroup(child.pid, signal)
    }
    const limit = (why) => () => {
      ended = why
      end('SIGKILL')
    }
    const interrupted = (signal) => {
      end('SIGTERM')
      process.exit(exitStatus(null, signal))
    }
    const timeTimer = timeoutMs === undefined ? undefined : setTimeout(limit('timeout'), timeoutMs)
    const heard = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT_CHARACTERS)
      if (stallMs === undefined) return
      clearTimeout(stallTimer)
      stallTimer = setTimeout(limit('stall'), stallMs)
    }
    const stop = () => {
      clearTimeout(timeTimer)
      clearTimeout(stallTimer)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupted)
    }
    heard('')
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupted)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', heard)
    child.once('error', (error) => {
      stop()
      if (error.code === 'ENOENT') resolve({ code: 127, output, ended: 'missing' })
      else reject(error)
    })
    child.once('close', (code, signal) => {
      stop()
      resolve({ code: exitStatus(code, signal), output, ended })
    })
  })
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // The group may have ended by itself in this very moment.
    if (error.code !== 'ESRCH') throw error
  }
}

import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { AppError, asNotBegun } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { startOf } from '../../../shared/text/start-of'
import { keepOutput } from '../../commands/output'
import { signalGroup } from '../../commands/process'
import { systemCode } from '../../files/disk-errors'
import { withoutValues } from '../../secrets/without-values'
import { readLines } from '../read-lines'
import { readMessage } from '../read-message'
import { MAX_MESSAGE_BYTES } from './limits'

/** What is started, and for whom. */
export interface StdioStart {
  /** As people call the server. */
  readonly server: string
  /** Absolute. */
  readonly program: string
  readonly arguments: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Values that are made out in what it writes beside messages. */
  readonly secrets: readonly string[]
  /** Milliseconds to end by itself, and again after it was asked to. */
  readonly graceMs: number
}

/** A wire to a program that was started for it. */
export interface StdioWire extends Transport {
  /** What it wrote to its error output. */
  log(): { readonly text: string; readonly omitted: number }
  /** Why it ended, where that was not our wish. */
  failure(): AppError | null
}

/** Characters of a line that is no message, in the sentence about it. */
const SHOWN_OF_LINE = 200

/** Starts a program without a shell, as the leader of a group of its own, and speaks with it over its input and output. */
export function createStdioWire(start: StdioStart): StdioWire {
  const { server, secrets } = start
  const stderr = keepOutput()
  let child: ReturnType<typeof spawn> | null = null
  let failure: AppError | null = null
  let closing = false
  let ended: Promise<void> = Promise.resolve()

  const fail = (error: AppError): void => {
    if (closing || failure !== null) return
    failure = error
    wire.onerror?.(error)
    if (child !== null) signalGroup(child, 'SIGKILL')
  }

  const wire: StdioWire = {
    log() {
      const { text, omitted } = stderr.kept()
      return { text: withoutValues(text, secrets), omitted }
    },
    failure: () => failure,

    async start() {
      const started = spawn(start.program, [...start.arguments], {
        cwd: start.folder,
        env: { ...start.environment },
        shell: false,
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
        // Its own group, so that what it starts can be ended with it.
        detached: process.platform !== 'win32',
      })
      await new Promise<void>((resolve, reject) => {
        started.once('spawn', resolve)
        started.once('error', (cause) => {
          const why = systemCode(cause) ?? cause.message
          reject(new AppError('unavailable', say('mcp.not_started', { server, why }), { cause }))
        })
      })
      child = started
      started.on('error', () => undefined)
      // Who writes to a program that has ended is told by its end.
      started.stdin.on('error', () => undefined)
      started.stderr.on('data', (bytes: Buffer) => stderr.add(bytes))
      readLines(started.stdout, MAX_MESSAGE_BYTES, {
        line(bytes) {
          if (failure !== null) return
          const read = readMessage(bytes, 'line')
          if (read.kind === 'message') wire.onmessage?.(read.message)
          if (read.kind !== 'refused') return
          const line = startOf(withoutValues(bytes.toString('utf8'), secrets), SHOWN_OF_LINE)
          fail(new AppError('unavailable', say('mcp.not_protocol', { server, line })))
        },
        tooLong: () =>
          fail(new AppError('too_large', say('mcp.too_large', { server, limit: MAX_MESSAGE_BYTES }))),
      })
      ended = new Promise((resolve) => {
        let late: NodeJS.Timeout | undefined
        started.once('exit', () => {
          // What it left running would go on unseen, and hold its streams open.
          signalGroup(started, 'SIGKILL')
          late = setTimeout(() => {
            started.stdout.destroy()
            started.stderr.destroy()
          }, start.graceMs)
        })
        // What it wrote last is read first.
        started.once('close', (code, signal) => {
          clearTimeout(late)
          if (!closing && failure === null) {
            failure = new AppError(
              'unavailable',
              say('mcp.ended', { server, how: String(code ?? signal ?? '?') }),
            )
          }
          stderr.end()
          resolve()
          wire.onclose?.()
        })
      })
    },

    send(message: JSONRPCMessage) {
      return new Promise((resolve, reject) => {
        const input = child?.stdin
        const unheard = new AppError('unavailable', say('mcp.ended', { server, how: '?' }))
        const gone = () => reject(failure ?? unheard)
        if (input == null || input.destroyed) return reject(asNotBegun(failure ?? unheard))
        input.write(serializeMessage(message), (error) => {
          if (error == null) return resolve()
          // It reads no more, mostly because it has ended: how is told a moment later. One that lives on is of no use.
          const late = pause(start.graceMs, undefined, { ref: false }).then(() => fail(unheard))
          void Promise.race([ended, late]).then(gone)
        })
      })
    },

    async close() {
      closing = true
      if (child === null) return
      child.stdin?.end()
      const asked = setTimeout(() => child && signalGroup(child, 'SIGTERM'), start.graceMs)
      const forced = setTimeout(() => child && signalGroup(child, 'SIGKILL'), 2 * start.graceMs)
      await ended
      clearTimeout(asked)
      clearTimeout(forced)
    },
  }
  return wire
}

import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { inTime } from '../../async/in-time'
import { commandEnvironment } from '../../commands/environment'
import { signalGroup } from '../../commands/process'
import { systemCode } from '../../files/disk-errors'
import { usualRenderingTimes } from '../limits'
import { connectDevTools, type DevTools } from './devtools-pipe'
import type { BrowserPage, PageBrowser, PageBrowsers } from './page-browser'

/** The variable that names a Chromium or Chrome for hosts without an engine of their own. */
const chromiumVariable = 'COUNTERSIGN_CHROMIUM'

/** Characters of its last words that are kept for a sentence. */
const LAST_WORDS = 4000
/** Linux's user without rights, `nobody`. Chromium refuses its sandbox to root, and is never run without. */
const NOBODY = 65_534

/**
 * Without a way to the network, three times over: every name is unknown, everything goes to a proxy that is not there
 * (`<-loopback>`: also what is on this machine), and WebRTC may use nothing but that proxy. What pages ask for is
 * answered before it gets there.
 */
const noNetwork = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  // The engine alone knows the first, the whole browser the second.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const flags = [
  ...noNetwork,
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-gpu',
  '--mute-audio',
  '--block-new-web-contents',
  '--password-store=basic',
  '--use-mock-keychain',
]

/** The Chromium that the environment names, or null where it names none. */
export function chosenChromium(environment: NodeJS.ProcessEnv): PageBrowsers | null {
  const program = environment[chromiumVariable]?.trim() ?? ''
  return program === '' ? null : createChromium(program, environment)
}

/** Starts the Chromium at a path, each time with an empty profile that is removed afterwards. */
export function createChromium(program: string, environment: NodeJS.ProcessEnv): PageBrowsers {
  return {
    async start(signal) {
      const profile = await makeProfile(program)
      try {
        return await startIn(profile, { program, environment, signal })
      } catch (error) {
        await removeProfile(profile)
        throw error
      }
    },
  }
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

/** What stands before a profile's name; behind it comes the process that it belongs to. */
const profilePrefix = 'countersign-browser-'
const leftBehind = new RegExp(`^${profilePrefix}(\\d+)-`)

async function makeProfile(program: string): Promise<string> {
  try {
    await removeLeftBehind()
    const profile = await mkdtemp(join(tmpdir(), `${profilePrefix}${process.pid}-`))
    if (isRoot) await chown(profile, NOBODY, NOBODY)
    return profile
  } catch (error) {
    throw notStarted(program, systemCode(error) ?? String(error), error)
  }
}

/** The profiles of processes that were killed: Chromium ends with them, and removes nothing. */
async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, owner] = leftBehind.exec(name) ?? []
    if (owner !== undefined && !isAlive(Number(owner))) await removeProfile(join(tmpdir(), name))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One of somebody else's lives too.
    return systemCode(error) !== 'ESRCH'
  }
}

async function startIn(
  profile: string,
  {
    program,
    environment,
    signal,
  }: { readonly program: string; readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<PageBrowser> {
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    // Nobody has no home.
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    // No keys of ours. What it writes beside its profile goes there too.
    env: { ...commandEnvironment(environment), TMPDIR: profile, ...(isRoot ? { HOME: profile } : {}) },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
    detached: process.platform !== 'win32',
  })
  const ended = endOf(child, program)
  // Whoever waits for an answer hears of it; nobody may be waiting.
  ended.failure.catch(() => undefined)
  const close = async () => {
    signalGroup(child, 'SIGKILL')
    await ended.closed
    await removeProfile(profile)
  }
  // Its fourth and its fifth are pipes, as `stdio` asks for above.
  const [, , , input, output] = child.stdio
  try {
    const devTools = connectDevTools(output as Readable, input as Writable)
    // Its pipes close before it has ended, and only then is it known why.
    const answered = devTools.send('Browser.getVersion', {}).catch(() => ended.failure)
    await inTime(answered, {
      ...{ limitMs: usualRenderingTimes.startMs, signal },
      late: () => notStarted(program, 'it did not answer'),
    })
    return { openPage: () => openPage(devTools), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What becomes of a process: when nothing of it is left, and how it failed where it ended by itself. */
function endOf(
  child: ChildProcess,
  program: string,
): { readonly closed: Promise<void>; readonly failure: Promise<never> } {
  let words = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    words = `${words}${bytes.toString('utf8')}`.slice(-LAST_WORDS)
  })
  const closed = Promise.withResolvers<void>()
  const failure = Promise.withResolvers<never>()
  child.once('error', (cause) => {
    failure.reject(notStarted(program, systemCode(cause) ?? cause.message, cause))
    // A process that never was has no end either.
    if (child.pid === undefined) closed.resolve()
  })
  child.once('close', () => {
    failure.reject(notStarted(program, reasonIn(words)))
    closed.resolve()
  })
  return { closed: closed.promise, failure: failure.promise }
}

function notStarted(program: string, why: string, cause?: unknown): AppError {
  return new AppError('unavailable', say('web.no_browser', { program, why }), { cause })
}

/** The first failure of the log, without the time and place that stand before it. */
function reasonIn(log: string): string {
  const [, reason] = /^(?:\[[^\]]*(?:ERROR|FATAL):[^\]]*\]\s*)(.{1,200})/m.exec(log) ?? []
  return reason?.trim() ?? 'it ended at once'
}

const contextSchema = z.object({ browserContextId: z.string() })
const targetSchema = z.object({ targetId: z.string() })
const sessionSchema = z.object({ sessionId: z.string() })

async function openPage(devTools: DevTools): Promise<BrowserPage> {
  const { browserContextId } = contextSchema.parse(await devTools.send('Target.createBrowserContext', {}))
  await devTools.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { targetId } = targetSchema.parse(
    await devTools.send('Target.createTarget', { url: 'about:blank', browserContextId }),
  )
  const { sessionId } = sessionSchema.parse(
    await devTools.send('Target.attachToTarget', { targetId, flatten: true }),
  )
  return {
    send: (method, params = {}) => devTools.send(method, params, sessionId),
    listen: (listener) => devTools.listen(sessionId, listener),
    gone: devTools.ended,
    async close() {
      await devTools.send('Target.disposeBrowserContext', { browserContextId })
    },
  }
}

/** Chromium's helpers write a little longer than itself. */
async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

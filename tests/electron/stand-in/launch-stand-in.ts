import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { ControlEvent, ControlReply, ControlRequest } from './control'
import { findChromium, findNode } from './find-binaries'
import type { DialogAnswer, DialogKind, Exit, LaunchedElectron } from './launch'

/** Where and how to start. */
export type Start = {
  project: string
  profile: string
  entry: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
}

// Closing writes at most a database checkpoint; a process that takes this long hangs.
const closeLimitMs = 10_000
const startLimitMs = 30_000
const run = fileURLToPath(new URL('./run.mjs', import.meta.url))
const register = fileURLToPath(new URL('./register.mjs', import.meta.url))

function collect(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}

/** Speaks with the process over its channel. */
function openControl(child: ChildProcess, exited: Promise<Exit>) {
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const endpoint = Promise.withResolvers<string>()
  const targets: string[] = []
  let lastId = 0
  let onWindow = () => {}
  child.on('message', (message: ControlEvent | ControlReply) => {
    if ('event' in message) {
      if (message.event === 'browser') endpoint.resolve(message.endpoint)
      else {
        targets.push(message.targetId)
        onWindow()
      }
      return
    }
    const waiting = asked.get(message.id)
    asked.delete(message.id)
    if (message.error !== undefined) waiting?.reject(new Error(message.error))
    else waiting?.resolve(message.value)
  })
  const firstTarget = new Promise<string>((resolve) => {
    onWindow = () => resolve(targets[0] ?? '')
  })
  void exited.then(({ code, signal }) => {
    const ended = new Error(`The application has ended (${code ?? signal}).`)
    endpoint.reject(ended)
    for (const waiting of asked.values()) waiting.reject(ended)
  })
  endpoint.promise.catch(() => undefined) // reported where it is awaited
  return {
    endpoint: endpoint.promise,
    targets,
    firstTarget,
    ask: (source: string, value: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        if (!child.connected) return reject(new Error('The application has ended.'))
        lastId += 1
        asked.set(lastId, { resolve, reject })
        const request: ControlRequest = { id: lastId, source, value }
        child.send(request)
      }),
  }
}

async function targetOf(context: BrowserContext, page: Page): Promise<string> {
  const client = await context.newCDPSession(page)
  const { targetInfo } = await client.send('Target.getTargetInfo')
  await client.detach()
  return targetInfo.targetId
}

/** Finds the Playwright page of a target, waiting until Playwright has met it. */
async function pageOf(context: BrowserContext, targetId: string): Promise<Page> {
  const known = new Set<Page>()
  for (;;) {
    for (const page of context.pages()) {
      if (known.has(page)) continue
      known.add(page)
      if (!page.isClosed() && (await targetOf(context, page)) === targetId) return page
    }
    if (context.pages().some((page) => !known.has(page))) continue
    await context.waitForEvent('page', { timeout: startLimitMs })
  }
}

/** Starts the built application under Node with the stand-in for Electron. */
export async function launchStandIn(start: Start): Promise<LaunchedElectron> {
  const child = spawn(findNode(start.project), ['--import', register, run, start.entry, ...start.args], {
    cwd: start.project,
    env: {
      ...start.env,
      STAND_IN_CHROMIUM: findChromium(start.env),
      STAND_IN_CHROMIUM_PROFILE: join(start.profile, 'chromium'),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const stdout = collect(child.stdout)
  const stderr = collect(child.stderr)
  const exited = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }))
  const control = openControl(child, exited)
  let browser: Browser | undefined
  let connecting: Promise<BrowserContext> | undefined
  const context = () => {
    connecting ??= control.endpoint.then(async (endpoint) => {
      browser = await chromium.connectOverCDP(endpoint, { timeout: startLimitMs })
      const first = browser.contexts()[0]
      if (!first) throw new Error('Chromium has no browser context.')
      return first
    })
    return connecting
  }
  const end = async () => {
    await exited
    await browser?.close()
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await end()
  }
  const ended = exited.then(({ code, signal }): never => {
    throw new Error(`The application has ended (${code ?? signal}).\n${stdout()}\n${stderr()}`)
  })
  ended.catch(() => undefined) // reported where it is awaited

  try {
    await Promise.race([context(), ended])
  } catch (error) {
    await kill()
    throw error
  }
  const evaluate = (ask: (...values: never[]) => unknown, value?: unknown) =>
    control.ask(ask.toString(), value)
  // Text rather than a function, because a test runner rewrites the functions that it loads.
  const standIn = (expression: string, value?: unknown) =>
    control.ask(`({ standIn: { recorded, answerDialog } }, value) => ${expression}`, value)
  return {
    runsOn: 'stand-in',
    pid: child.pid ?? 0,
    firstWindow: async () => {
      const page = await Promise.race([
        control.firstTarget.then(async (id) => pageOf(await context(), id)),
        ended,
      ])
      await page.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'domcontentloaded' })
      return page
    },
    windows: async () => (await context()).pages().filter((page) => !page.isClosed()),
    dialogs: {
      answer: async (kind: DialogKind, answer: DialogAnswer) => {
        await standIn('answerDialog(value.kind, value.answer)', { kind, answer })
      },
      shown: async () =>
        (await standIn('recorded.dialogs')) as Awaited<ReturnType<LaunchedElectron['dialogs']['shown']>>,
    },
    openedExternal: async () => (await standIn('recorded.openedExternal')) as string[],
    shownInFolder: async () => (await standIn('recorded.shownInFolder')) as string[],
    evaluate: evaluate as LaunchedElectron['evaluate'], // only the text of the function travels
    stdout,
    stderr,
    exited,
    close: async () => {
      if (child.connected) child.kill('SIGTERM')
      const limit = setTimeout(() => child.kill('SIGKILL'), closeLimitMs)
      await end()
      clearTimeout(limit)
      if ((await exited).signal === 'SIGKILL') throw new Error(`The application did not quit.\n${stderr()}`)
    },
    kill,
  }
}

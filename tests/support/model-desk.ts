import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from '@playwright/test'
import { newChat, openApp } from './app-page'
import { answer, type FakeMessagesApi, startFakeMessagesApi, text, toolUse } from './fake-messages-api'
import { type OpenHostDesk, openHostDesk } from './host-desk'
import { runCommand } from './run-command'
import type { RunningHost } from './start-host'

/** A tool with its input, as the model calls it. */
export type ModelCall = readonly [tool: string, input: unknown]

/** Text around the words that a test changes: an edit of more than half of a text asks more strictly. */
export const padding = 'The tide turns twice a day at Marrow Point.\n'.repeat(8)

/** A host whose model is the test's, with a granted folder to work in. */
export interface ModelDesk {
  readonly api: FakeMessagesApi
  readonly host: RunningHost
  /** Canonical. */
  readonly work: string
  /** What a command needs to speak to the same model. */
  readonly environment: NodeJS.ProcessEnv
  /** Starts a host on the same folders after the one before was ended. */
  readonly startAgain: () => Promise<void>
  /** A path in the granted folder. */
  readonly at: (name: string) => string
  readonly put: (name: string, content: string | Uint8Array) => void
  readonly read: (name: string) => string
  /** The call that puts one text in a file in place of another. */
  readonly replacing: (name: string, before: string, after: string) => ModelCall
  /** The model calls these tools in its next answer, and then says so. */
  readonly modelCalls: (...calls: readonly ModelCall[]) => void
  /** An assistant that nobody watches calls these tools: several of its changes wait together. */
  readonly proposeUnattended: (...calls: readonly ModelCall[]) => Promise<void>
}

/** How a desk differs from the usual one. */
export interface DeskOptions {
  /** The granted folder, made by the test before; a fresh one when absent. */
  readonly work?: () => string
  readonly environment?: () => NodeJS.ProcessEnv
  /** Without it each test begins in a new chat. */
  readonly opens?: false
}

/** Starts a desk before the tests of this file or group, opens it for each of them, and ends it after them. */
export function setUpModelDesk(options: DeskOptions = {}): ModelDesk {
  let running: { readonly api: FakeMessagesApi; readonly desk: OpenHostDesk } | undefined
  const now = () => {
    if (running === undefined) throw new Error('The desk is there only while its tests run.')
    return running
  }
  const environment = (api: FakeMessagesApi): NodeJS.ProcessEnv => ({
    ...options.environment?.(),
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'test-key',
    COUNTERSIGN_MODEL: 'fake-model',
  })
  test.beforeAll(async () => {
    const api = await startFakeMessagesApi()
    const desk = await openHostDesk({ work: options.work?.(), environment: environment(api) })
    running = { api, desk }
  })
  test.afterAll(async () => {
    const { api, desk } = now()
    await desk.close()
    await api.close()
  })
  test.beforeEach(async ({ page }) => {
    if (options.opens === false) return
    await openApp(page, now().desk.host.url)
    await newChat(page)
  })

  const at = (name: string) => now().desk.at(name)
  const modelCalls = (...calls: readonly ModelCall[]) =>
    now().api.push(answer(calls.map(([tool, input]) => toolUse(tool, input))), answer([text('Done.')]))
  return {
    get api() {
      return now().api
    },
    get host() {
      return now().desk.host
    },
    get work() {
      return now().desk.work
    },
    get environment() {
      return environment(now().api)
    },
    startAgain: () => now().desk.startAgain(),
    at,
    put(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true })
      writeFileSync(at(name), content)
    },
    read: (name) => readFileSync(at(name), 'utf8'),
    replacing: (name, before, after) => [
      'edit_file',
      { path: at(name), edits: [{ old_text: before, new_text: after }] },
    ],
    modelCalls,
    async proposeUnattended(...calls) {
      modelCalls(...calls)
      const { api, desk } = now()
      await runCommand(['ask', 'Prepare it', '--data', desk.host.data], { environment: environment(api) })
    },
  }
}

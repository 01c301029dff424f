import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  type FakeMessagesApi,
  html,
  reset,
  silence,
  startFakeMessagesApi,
  status,
  text,
  type Turn,
} from '../support/fake-messages-api'
import { type Finished, runCommand } from '../support/run-command'
import { cleanEnvironment, freshFolder } from '../support/start-host'
import { expectOneSentence } from './one-sentence'

const limitMs = 30_000
const checkout = join(import.meta.dirname, '..', '..')

let api: FakeMessagesApi
let data: string

beforeEach(async () => {
  api = await startFakeMessagesApi()
  data = realpathSync(freshFolder('fault'))
})
afterEach(async () => {
  await api.close()
  rmSync(data, { recursive: true, force: true })
})

const environment = (url = api.url) => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'key-of-the-test',
  COUNTERSIGN_MODEL: 'fake-model',
})
const ask = (words: string, ...more: string[]) =>
  runCommand(['ask', words, '--data', data, ...more], { environment: environment() })

interface Event {
  readonly conversationId: string
  readonly body: { readonly type: string; readonly end?: string; readonly error?: { message: string } }
}
const events = (finished: Finished) =>
  finished.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)

const umlaut = 'Die Flut kommt um zwölf Uhr über den Deich.'

describe('a model server that misbehaves', { timeout: limitMs }, () => {
  it.each<[string, Turn, RegExp]>([
    ['sends a web page', html(), /web page|HTML/i],
    ['sends a web page as its error', html(502), /502|web page/i],
    ['closes without an answer', reset, /cut|can’t be reached|ended/],
    ['refuses the key', status(401, 'authentication_error', 'invalid key'), /refused the key/],
    ['refuses the request', status(400, 'invalid_request_error', 'no such thing'), /no such thing/],
  ])('that %s: one sentence, status of failure, and the question is kept', async (_what, turn, words) => {
    api.respond(() => turn)
    const finished = await ask('When is high water?')
    expectOneSentence(finished, words, finished.status === 4 ? 4 : 1)
    expect(finished.stderr).not.toContain('key-of-the-test')

    api.respond(() => answer([text('At noon.')]))
    const failed = await ask('Once more.', '--json', '--conversation', await onlyConversation())
    expect(failed.status).toBe(0)
    expect(JSON.stringify(api.created.at(-1)?.messages)).toContain('When is high water?')
  })

  it('that nobody runs: says where it looked', async () => {
    const { url } = api
    await api.close()
    const finished = await runCommand(['ask', 'Hello', '--data', data], { environment: environment(url) })
    expectOneSentence(finished, new RegExp(`${new URL(url).host}.*nothing listens there`))
    api = await startFakeMessagesApi()
  })

  it.each([
    ['cuts the connection', 'cut' as const],
    ['closes early', 'close' as const],
  ])('that %s in the middle of a character keeps the text before it, whole', async (_what, end) => {
    // The last event of the stream is cut inside the two bytes of an umlaut.
    const [before = ''] = umlaut.split('ü')
    const closing = Buffer.byteLength(`${umlaut.slice(before.length)}"}}\n\n`)
    api.push(answer([text(['Es heißt: ', umlaut])], { end, withheld: 0 }))
    const whole = lastDeltaBytes(umlaut)
    api.respond(() => answer([text('Gut.')]))
    const first = await runHalf(end, whole - 1 - closing)
    expect(first.status).toBe(1)
    const last = events(first).at(-1)
    expect(last?.body).toMatchObject({ type: 'run_finished', end: 'failed' })
    expect(last?.body.error?.message).toMatch(/kept|ended|cut/)
    expect(first.stdout).toContain('Es heißt: ')
    expect(first.stdout).not.toContain('\ufffd')

    const second = await ask('Weiter', '--json', '--conversation', last?.conversationId ?? '')
    expect(second.status).toBe(0)
    const sent = JSON.stringify(api.created.at(-1)?.messages)
    expect(sent).toContain('Es heißt:')
    expect(sent).not.toContain('\ufffd')
  })

  it('that hangs can be stopped, and the conversation goes on later', async () => {
    api.push(answer([text(['The first half, ', 'then nothing.'])], { end: 'hang' }))
    const child = spawn(
      process.execPath,
      [join(checkout, 'out/main/cli.js'), 'ask', 'Tell me all.', '--data', data, '--json'],
      { env: cleanEnvironment(environment()), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      if (stdout.includes('then nothing.')) child.kill('SIGINT')
    })
    const closed = await once(child, 'close')
    expect(closed[0]).toBe(1)

    api.push(answer([text('Here is the rest.')]))
    const [{ conversationId } = { conversationId: '' }] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Event)
    const second = await ask('Go on.', '--conversation', conversationId)
    expect(second).toMatchObject({ status: 0, stdout: expect.stringContaining('Here is the rest.') })
    expect(JSON.stringify(api.created.at(-1)?.messages)).toContain('The first half, then nothing.')
  })

  it('that takes the request and says nothing can be stopped too', async () => {
    api.push(silence)
    const child = spawn(process.execPath, [join(checkout, 'out/main/cli.js'), 'ask', 'Hello?', '--data', data], {
      env: cleanEnvironment(environment()),
      stdio: 'ignore',
    })
    const closed = once(child, 'close')
    await api.arrived(1)
    child.kill('SIGINT')
    expect((await closed)[0]).toBe(1)
    expect((await runCommand(['doctor', '--data', data])).status).toBe(0)
  })
})

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fromClientError } from '../../src/main/rpc/client'
import type { AppEvent } from '../../src/shared/contract/events'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { type Reached, transports } from './transports'

describe.each(Object.keys(transports))('the contract over %s', (name) => {
  let test: TestCore
  let reached: Reached

  beforeEach(async () => {
    test = await openTestCore()
    const reach = transports[name]
    if (reach === undefined) throw new Error(name)
    reached = await reach(test)
  })
  afterEach(async () => {
    await reached.close()
    await test.close()
  })

  it('answers with what the schema says', async () => {
    const info = await reached.client.system.info()
    expect(info.dataFolder).toBe(test.folder.root)
    expect(info.nativeDialogs).toBe(false)
  })

  it('carries an AppError with its code and message', async () => {
    const error = await reached.client.proposals.get({ id: 'none' }).catch(fromClientError)
    expect(error).toMatchObject({ code: 'not_found' })
    expect((error as Error).message).not.toBe('')
  })

  it('names the field of wrong input', async () => {
    const wrong = { query: 'tides', limit: 'many' } as unknown as { query: string; limit: number }
    const error = await reached.client.library.search(wrong).catch(fromClientError)
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect((error as Error).message).toContain('limit')
  })

  it('refuses input with fields that it does not know', async () => {
    const extra = { id: 'x', user: 'someone' } as { id: string }
    expect(await reached.client.proposals.get(extra).catch(fromClientError)).toMatchObject({
      code: 'invalid_input',
    })
  })

  it('refuses a procedure that does not exist and goes on', async () => {
    const unknown = reached.client as unknown as { nothing?: { here?: () => Promise<unknown> } }
    await expect(
      (async () => unknown.nothing?.here?.() ?? Promise.reject(new Error('none')))(),
    ).rejects.toThrow()
    expect((await reached.client.system.info()).version).toMatch(/^\d/)
  })

  it('streams events from the moment of ready, in order', async () => {
    const stop = new AbortController()
    const events = await reached.client.events.watch(undefined, { signal: stop.signal })
    expect((await events.next()).value).toEqual({ type: 'ready' })
    await reached.client.settings.set({ theme: 'dark' })
    await reached.client.settings.set({ theme: 'light' })
    const themes: string[] = []
    while (themes.length < 2) {
      const event: AppEvent = (await events.next()).value as AppEvent
      if (event.type === 'settings') themes.push(event.settings.theme)
    }
    expect(themes).toEqual(['dark', 'light'])
    stop.abort()
  })

  it('grants a folder, calls a tool in it and stores the proposal of a write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-granted-'))
    writeFileSync(join(folder, 'tides.txt'), 'High water at noon.\n')
    await reached.client.files.grant({ path: folder })
    const read = await reached.client.tools.call({
      tool: 'read_file',
      input: { path: join(folder, 'tides.txt') },
    })
    expect(read).toMatchObject({ status: 'done', result: { success: true } })
    const write = await reached.client.tools.call({
      tool: 'create_file',
      input: { path: join(folder, 'new.txt'), content: 'Low water at six.\n' },
    })
    expect(write.status).toBe('proposed')
    const [line] = await reached.client.proposals.list({})
    expect(line).toMatchObject({ tool: 'create_file', summary: expect.stringContaining('new.txt') })
    const whole = await reached.client.proposals.get({ id: line?.id ?? '' })
    expect(whole.planHash).toMatch(/^[0-9a-f]{64}$/)
    expect(await reached.client.proposals.listWhole({})).toEqual([whole])
  })

  it('returns values that survive the transport unchanged', async () => {
    const title = 'ümlaut \u202e bidi \u{1F30A} and a very long tail '.padEnd(200, 'x').trim().slice(0, 190)
    const sent = await reached.client.conversations.send({
      conversationId: null,
      text: '/get_current_time',
      attachments: [],
    })
    const renamed = await reached.client.conversations.rename({ id: sent.conversationId, title })
    expect(renamed.title).toBe(title)
  })
})

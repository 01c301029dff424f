import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunEvent } from '../../../shared/run/events'
import { reduce } from '../../../shared/run/reduce'
import { emptyConversation } from '../../../shared/run/state'
import { createConversationTable } from '../../db/conversations'
import { type Database, openDatabase } from '../../db/open'
import { createRunEventLog, type RunEventLog } from '../../db/run-events'
import { createRecorder, gatherMs, type Recorder } from './recorder'

let folder: string
let db: Database
let log: RunEventLog
let published: RunEvent[]
let recorder: Recorder

beforeEach(() => {
  vi.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'recorder-'))
  db = openDatabase(join(folder, 'test.db'))
  createConversationTable(db).insert({ id: 'c', title: 't', createdAt: 0, updatedAt: 0 })
  log = createRunEventLog(db)
  published = []
  recorder = createRecorder({
    log,
    publish(event) {
      if (event.type !== 'run') return
      // Stored first: whoever hears of an event finds it in the database.
      expect(log.ofConversation('c').map(({ seq }) => seq)).toContain(event.event.seq)
      published.push(event.event)
    },
    now: () => 5,
    conversationId: 'c',
    runId: 'r',
    initial: emptyConversation('c'),
  })
  recorder.beginTurn({ type: 'turn_started', messageId: 'm', turn: 1 })
})
afterEach(() => {
  vi.useRealTimers()
  db.close()
  rmSync(folder, { recursive: true })
})

const delta = (text: string, block = 0) => ({ type: 'text_delta' as const, messageId: 'm', block, text })
const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
const end = (text: string) => ({
  type: 'turn_finished' as const,
  messageId: 'm',
  content: [{ type: 'text' as const, text, citations: [] }],
  stopReason: 'end_turn' as const,
  usage,
  durationMs: 1,
})
const words = (): string[] => published.flatMap(({ body }) => (body.type === 'text_delta' ? [body.text] : []))

describe('pieces of a message that streams', () => {
  it('show the first of a block at once, and later ones together a little after', () => {
    for (const text of ['a', 'b', 'c']) recorder.stream(delta(text))
    expect(words()).toEqual(['a'])
    vi.advanceTimersByTime(gatherMs)
    expect(words()).toEqual(['a', 'bc'])
    recorder.stream(delta('x', 1))
    expect(words()).toEqual(['a', 'bc', 'x'])
  })

  it('keep their order when kinds alternate', () => {
    recorder.stream(delta('a'))
    recorder.stream(delta('b'))
    recorder.stream({ type: 'tool_use_started', messageId: 'm', block: 1, toolUseId: 't', name: 'n' })
    recorder.stream({ type: 'tool_input_delta', messageId: 'm', block: 1, json: '{' })
    recorder.stream({ type: 'tool_input_delta', messageId: 'm', block: 1, json: '}' })
    vi.advanceTimersByTime(gatherMs)
    expect(published.map(({ body }) => body.type)).toEqual([
      'turn_started',
      'text_delta',
      'text_delta',
      'tool_use_started',
      'tool_input_delta',
    ])
    expect(recorder.state()).toEqual(published.reduce(reduce, emptyConversation('c')))
  })

  it('come before what is recorded after them', () => {
    recorder.stream(delta('a'))
    recorder.stream(delta('b'))
    recorder.record([{ type: 'tool_started', toolUseId: 't' }])
    expect(published.map(({ body }) => body.type).slice(-2)).toEqual(['text_delta', 'tool_started'])
  })

  it('are forgotten at the end of the turn, which holds them all', () => {
    for (const text of ['a', 'b', 'c']) recorder.stream(delta(text))
    recorder.endTurn(end('abc'))
    vi.advanceTimersByTime(gatherMs * 2)
    const stored = log.ofConversation('c')
    expect(stored.map(({ body }) => body.type)).toEqual(['turn_started', 'turn_finished'])
    expect(stored.reduce(reduce, emptyConversation('c'))).toEqual(recorder.state())
    expect(published.reduce(reduce, emptyConversation('c'))).toEqual(recorder.state())
  })

  it('leave the database as careful as before, and so does the end of the turn', () => {
    recorder.stream(delta('a'))
    expect(db.raw.pragma('synchronous', { simple: true })).toBe(2)
    recorder.endTurn(end('a'))
    expect(db.raw.pragma('synchronous', { simple: true })).toBe(2)
  })

  it('that can’t be stored are reported at the next call, not lost in a timer', () => {
    recorder.stream(delta('a'))
    recorder.stream(delta('b'))
    db.raw.exec('ALTER TABLE run_events RENAME TO gone')
    vi.advanceTimersByTime(gatherMs)
    expect(() => recorder.stream(delta('c'))).toThrow(/run_events/)
  })
})

describe('the record', () => {
  it('stores what goes alongside in the same transaction, or nothing', () => {
    const before = log.ofConversation('c').length
    expect(() =>
      recorder.record([{ type: 'tool_started', toolUseId: 't' }], () => {
        throw new Error('No room.')
      }),
    ).toThrow('No room.')
    expect(log.ofConversation('c')).toHaveLength(before)
  })

  it('says which entry is damaged', () => {
    db.raw.prepare("UPDATE run_events SET body = '{'").run()
    expect(() => log.ofConversation('c')).toThrow(expect.objectContaining({ code: 'corrupt' }))
  })
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RunEventBody } from '../../../shared/run/events'
import { reduce } from '../../../shared/run/reduce'
import { createConversationTable } from '../../db/conversations'
import { createMessageTree } from '../../db/messages'
import { type Database, openDatabase } from '../../db/open'
import { createRunEventLog } from '../../db/run-events'
import { createToolCallTable } from '../../db/tool-calls'
import { createBranches } from './branches'
import { createRememberedStates } from './remembered-states'

let db: Database
beforeEach(() => {
  db = openDatabase(':memory:')
  for (const id of ['a', 'b'])
    createConversationTable(db).insert({ id, title: id, createdAt: 0, updatedAt: 0 })
})
afterEach(() => db.close())

function open(most?: number) {
  const log = createRunEventLog(db)
  const branches = createBranches(log, createMessageTree(db), createToolCallTable(db), () => [])
  const say = (conversationId: string, text: string) => {
    const bodies: RunEventBody[] = [
      { type: 'user_message', messageId: `${conversationId} ${text}`, text, attachments: [] },
    ]
    return log.append({ conversationId, runId: `run of ${conversationId}`, at: 1 }, bodies)
  }
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  return { log, branches, say, reported, remembered: createRememberedStates(branches, log, report, most) }
}

it('gives what a run left, which is what is stored', () => {
  const { branches, say, remembered } = open()
  const state = say('a', 'One').reduce(reduce, remembered.load('a'))
  remembered.keep(state)
  expect(remembered.load('a')).toBe(state)
  expect(branches.load('a')).toEqual(state)
})

it('reads a conversation anew in which something has happened since, such as another branch', () => {
  const { log, say, remembered } = open()
  const state = [...say('a', 'One'), ...say('a', 'Two')].reduce(reduce, remembered.load('a'))
  remembered.keep(state)
  log.append({ conversationId: 'a', runId: 'run of a', at: 1 }, [{ type: 'branch_shown', leafId: 'a One' }])
  expect(remembered.load('a').messages.map(({ id }) => id)).toEqual(['a One'])
  say('a', 'Three')
  expect(remembered.load('a').messages.map(({ id }) => id)).toEqual(['a One', 'a Three'])
})

it('forgets those that were used longest ago when all come to too much', () => {
  const { say, remembered } = open(10)
  const first = say('a', '12345678').reduce(reduce, remembered.load('a'))
  remembered.keep(first)
  const second = say('b', '12345').reduce(reduce, remembered.load('b'))
  remembered.keep(second)
  expect(remembered.load('a')).not.toBe(first)
  expect(remembered.load('a')).toEqual(first)
  expect(remembered.load('b')).toBe(second)
})

/** More than are read in one step. */
const many = Array.from({ length: 1000 }, (_, index) => String(index))

it('reads a long conversation in steps between which others have their turn, and gives what is stored', async () => {
  const { branches, say, remembered } = open()
  for (const text of many) say('a', text)
  let turns = 0
  const reading = remembered.read('a')
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  expect(await reading).toEqual(branches.load('a'))
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(2)
})

it('gives what happened while a conversation was being read', async () => {
  const { log, branches, say, remembered } = open()
  for (const text of many) say('a', text)
  const reading = remembered.read('a')
  log.append({ conversationId: 'a', runId: 'run of a', at: 1 }, [{ type: 'branch_shown', leafId: 'a 500' }])
  say('a', 'Another')
  const state = await reading
  expect(state.messages.at(-1)?.id).toBe('a Another')
  expect(state).toEqual(branches.load('a'))
})

it('has a conversation at hand that was prepared, and joins what is being read for it', async () => {
  const { say, remembered } = open()
  for (const text of many) say('a', text)
  remembered.prepare('a')
  const state = await remembered.read('a')
  expect(remembered.load('a')).toBe(state)
  expect(await remembered.read('a')).toBe(state)
})

it('prepares nothing that is more than is kept', async () => {
  const { say, remembered } = open(10)
  for (const text of many) say('a', text)
  remembered.prepare('a')
  expect(remembered.load('a')).not.toBe(await remembered.read('a'))
})

it('touches the database no more once it is closed, and says so to who waits', async () => {
  const { say, remembered, reported } = open()
  for (const text of many) say('a', text)
  remembered.prepare('a')
  const reading = remembered.read('a')
  remembered.close()
  await expect(reading).rejects.toThrow('The application is closing. Nothing was sent.')
  expect(reported).toEqual([])
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RunEventBody } from '../../shared/run/events'
import { reduce } from '../../shared/run/reduce'
import { createConversationTable } from '../db/conversations'
import { createMessageTree } from '../db/messages'
import { type Database, openDatabase } from '../db/open'
import { createRunEventLog } from '../db/run-events'
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
  const branches = createBranches(log, createMessageTree(db), () => [])
  const say = (conversationId: string, text: string) => {
    const bodies: RunEventBody[] = [
      { type: 'user_message', messageId: `${conversationId} ${text}`, text, attachments: [] },
    ]
    return log.append({ conversationId, runId: `run of ${conversationId}`, at: 1 }, bodies)
  }
  return { log, branches, say, remembered: createRememberedStates(branches, log, most) }
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

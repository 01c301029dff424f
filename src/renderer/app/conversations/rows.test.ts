import { expect, it } from 'vitest'
import type { ConversationSummary } from '../../../shared/contract/conversation-list'
import { rowsOf } from './rows'

const one = (id: string, more: Partial<ConversationSummary> = {}): ConversationSummary => ({
  ...{ id, title: id, createdAt: 1, updatedAt: 1, running: false, waiting: 0, ended: null },
  ...{ pinned: false, archived: false, folderId: null, mission: null },
  ...more,
})
const names = { pinned: 'Pinned', others: 'Others', missions: 'Missions', archived: 'Archived' }
const work = { id: 'work', name: 'Work' }
const ids = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => (row.kind === 'section' ? `# ${row.name}` : row.id))

it('has no headings while there is nothing but conversations', () => {
  expect(ids(rowsOf([one('a'), one('b')], [], {}, names))).toEqual(['a', 'b'])
})

it('shows each conversation once: pinned before its folder, archived before both', () => {
  const list = [
    one('a', { pinned: true, folderId: 'work' }),
    one('b', { folderId: 'work' }),
    one('c', { archived: true, pinned: true, folderId: 'work' }),
    one('d', { folderId: 'a folder that went' }),
  ]
  const rows = rowsOf(list, [work], {}, names)
  expect(ids(rows)).toEqual(['# Pinned', 'a', '# Work', 'b', '# Others', 'd', '# Archived'])
  const unfolded = rowsOf(list, [work], { archived: true, work: true }, names)
  expect(ids(unfolded)).toEqual(['# Pinned', 'a', '# Work', '# Others', 'd', '# Archived', 'c'])
})

it('shows a folder that is empty, so that it can be filled or taken away', () => {
  expect(rowsOf([], [work], {}, names)).toMatchObject([{ kind: 'section', folder: work, count: 0 }])
})

it('keeps what missions made apart and folded, except what a person put elsewhere', () => {
  const mission = { id: 'm', tells: null }
  const list = [one('a'), one('b', { mission }), one('c', { mission, pinned: true })]
  expect(ids(rowsOf(list, [], {}, names))).toEqual(['# Pinned', 'c', '# Others', 'a', '# Missions'])
  expect(ids(rowsOf(list.slice(0, 2), [], { missions: true }, names))).toEqual(['a', '# Missions', 'b'])
})

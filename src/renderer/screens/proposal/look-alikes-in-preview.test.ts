import { expect, it } from 'vitest'
import type { Preview, Target } from '../../../shared/tool/preview'
import { lookAlikesInPreview } from './look-alikes-in-preview'

const plain: Preview = {
  summary: 'Move d\u043ecs',
  targets: [],
  changes: [],
  lost: [],
  recovery: 'undo',
  warnings: [],
}
const file: Target = { kind: 'file', label: 'a', reference: '/g/a' }

it.each<[string, Partial<Preview>]>([
  ['where a file lies', { targets: [{ ...file, reference: '/g/d\u043ecs/a' }] }],
  ['where it goes', { targets: [{ ...file, to: '/g/d\u043ecs' }] }],
  ['what is lost', { lost: [{ ...file, reference: '/g/d\u043ecs' }] }],
  ['where a program runs', { runsIn: '/g/d\u043ecs' }],
  ['where something is sent', { sends: ['d\u043ecs'] }],
])('names what looks like another letter in %s', (_what, part) => {
  const found = { sign: '\u043e', point: 'U+043E', part: 'd\u043ecs' }
  expect(lookAlikesInPreview({ ...plain, ...part })).toEqual({ first: [found], more: 0 })
})

it('says nothing of titles, which are prose, and of many how many more there are', () => {
  const note: Target = { kind: 'record', label: 'd\u043ecs', reference: 'd\u043ecs' }
  expect(lookAlikesInPreview({ ...plain, targets: [note] }).first).toEqual([])
  const targets = Array.from({ length: 8 }, (_, n) => ({ ...file, reference: `/g/d\u043ec${n}` }))
  const { first, more } = lookAlikesInPreview({ ...plain, targets })
  expect([first.length, more]).toEqual([5, 3])
})

import { expect, it } from 'vitest'
import { setUpContacts } from '../../../tests/support/contacts-desk'
import { exceptRevisions } from '../../../tests/support/record-desk'

const desk = setUpContacts()
const { add, done } = desk

it('a merge tells which links come to the one that stays, and which go, before it is approved', async () => {
  const [mary, writer] = [await add('Mary Somerville'), await add('M. Somerville')]
  const [ada, society] = [await add('Ada'), await add('Royal Society', { kind: 'organization' })]
  await done('link_contacts', { from_id: writer, to_id: ada, relation: 'teacher' })
  await done('link_contacts', { from_id: society, to_id: writer, relation: 'publisher' })
  await done('link_contacts', { from_id: writer, to_id: mary, relation: 'same?' })
  // Both say it: nothing is lost when one of them goes.
  for (const from_id of [mary, writer]) {
    await done('link_contacts', { from_id, to_id: society, relation: 'member' })
  }
  const { preview } = await desk.bench.propose('merge_contacts', { into_id: mary, from_ids: [writer] })
  const told = preview.changes.flatMap((change) =>
    change.kind === 'fields'
      ? change.fields.map(({ name, before, after }) => [change.label, name, before, after])
      : [],
  )
  const relations = ['teacher', 'publisher', 'same?', 'member']
  expect(told.filter(([, name]) => relations.includes(name ?? ''))).toEqual([
    ['Mary Somerville', 'teacher', null, 'Ada'],
    ['Royal Society', 'publisher', 'M. Somerville', 'Mary Somerville'],
    ['M. Somerville', 'same?', 'Mary Somerville', null],
  ])
})

it('a merge of an organization with one that is a part of it, or that it is a part of, keeps the others in it', async () => {
  const group = { kind: 'organization' }
  const society = await add('Royal Society', group)
  const council = await add('Council', { ...group, organization: society })
  const committee = await add('Committee', { ...group, organization: council })
  const mary = await add('Mary Somerville', { organization: council })
  const before = desk.everything()
  const organizationOf = (id: string) => desk.contacts.get(id).organization
  const { id } = await done('merge_contacts', { into_id: committee, from_ids: [council, society] })
  expect([committee, mary].map(organizationOf)).toEqual([null, committee])
  expect(desk.contacts.details(committee).people).toMatchObject([{ name: 'Mary Somerville' }])
  await desk.bench.undo(id)
  expect(exceptRevisions(desk.everything())).toEqual(exceptRevisions(before))
})

import { describe, expect, it } from 'vitest'
import { setUpContacts } from '../../../tests/support/contacts-desk'
import { exceptRevisions } from '../../../tests/support/record-desk'

const desk = setUpContacts()
const { add, done, everything } = desk

describe('merging contacts', () => {
  it('shows the merged one whole beside what it is now, what is dropped and who goes; links and members come to it; undo is exact', async () => {
    const one = await add('Analytical Society', { kind: 'organization', phones: [{ value: '1815' }] })
    const two = await add('The Analytical Society', {
      kind: 'organization',
      phones: [{ value: '18 15' }, { value: '1828' }],
      role: 'club',
      notes: 'Of Cambridge.',
    })
    const babbage = await add('Babbage', { organization: two })
    await done('link_contacts', { from_id: babbage, to_id: two, relation: 'founder' })
    await done('link_contacts', { from_id: babbage, to_id: one, relation: 'founder' })
    await done('link_contacts', { from_id: two, to_id: one, relation: 'same' })
    const before = everything()
    desk.bench.clock.advance(5000)
    const proposal = await desk.bench.propose('merge_contacts', { into_id: one, from_ids: [two] })
    expect(proposal).toMatchObject({
      class: 'destructive_update',
      preview: {
        changes: [
          {
            kind: 'fields',
            label: 'Analytical Society',
            fields: [
              { name: 'name', before: 'Analytical Society', after: 'Analytical Society' },
              { name: 'kind', before: 'organization', after: 'organization' },
              { name: 'role', before: null, after: 'club' },
              { name: 'phone', before: '1815', after: '1815\n1828' },
              { name: 'notes', before: null, after: 'Of Cambridge.' },
            ],
          },
          {
            label: 'The Analytical Society',
            fields: [{ name: 'name', before: 'The Analytical Society', after: 'Analytical Society' }],
          },
          { fields: [{ name: 'same', before: 'Analytical Society', after: null }] },
          { kind: 'removal', label: 'The Analytical Society' },
        ],
        lost: [{ label: 'The Analytical Society' }],
      },
    })
    const { proposal: decided } = await desk.bench.approve(proposal)
    expect(desk.contacts.details(one)).toMatchObject({
      contact: { role: 'club' },
      people: [{ name: 'Babbage' }],
      links: [{ relation: 'founder', direction: 'to', other: { name: 'Babbage' } }],
    })
    const after = everything()
    const undone = await desk.bench.undo(decided.changeId ?? '')
    expect(exceptRevisions(everything())).toEqual(exceptRevisions(before))
    await desk.bench.undo(undone.id)
    expect(exceptRevisions(everything())).toEqual(exceptRevisions(after))
  })

  it('takes the fields that were chosen, and refuses a person and an organization', async () => {
    const [ada, king] = [await add('Ada Lovelace'), await add('Ada King')]
    await done('merge_contacts', {
      into_id: ada,
      from_ids: [king],
      fields: { name: 'Ada King', role: 'Countess' },
    })
    expect(desk.contacts.get(ada)).toMatchObject({ name: 'Ada King', role: 'Countess' })
    const society = await add('Royal Society', { kind: 'organization' })
    const outcome = await desk.bench.call('merge_contacts', { into_id: ada, from_ids: [society] })
    expect(outcome).toMatchObject({ result: { error: { code: 'invalid_input' } } })
  })

  it('says what does not fit together instead of cutting it off', async () => {
    const tags = (from: number) => Array.from({ length: 30 }, (_, at) => `tag ${from + at}`)
    const [one, two] = [await add('One', { tags: tags(0) }), await add('Two', { tags: tags(30) })]
    const outcome = await desk.bench.call('merge_contacts', { into_id: one, from_ids: [two] })
    expect(outcome).toMatchObject({ result: { error: { code: 'too_large', field: 'fields.tags' } } })
    await done('merge_contacts', { into_id: one, from_ids: [two], fields: { tags: ['tag 1'] } })
    expect(desk.contacts.get(one).tags).toEqual(['tag 1'])
  })
})

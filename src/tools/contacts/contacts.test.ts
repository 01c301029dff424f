import { describe, expect, it } from 'vitest'
import { setUpContacts } from '../../../tests/support/contacts-desk'
import { exceptRevisions } from '../../../tests/support/record-desk'
import { inverseOf } from '../../main/db/changes'
import { person } from '../../shared/actor'

const desk = setUpContacts()
const { add, done, everything, read } = desk
const by = { runId: 'r1', conversationId: 'c1' }
const names = (query: string) => desk.contacts.lines({ query }).map(({ name }) => name)
const conflicting = { code: 'conflict' }

describe('contacts', () => {
  it('are added with all their fields, found by parts of words in any order, and listed by name', async () => {
    const society = await add('Royal Society', { kind: 'organization' })
    await add('Ada Lovelace', {
      emails: [{ label: 'home', value: ' ada@example.org ' }],
      phones: [{ value: '+44 (0)20 7946-0001' }],
      urls: [{ value: 'example.org/ada' }],
      organization: society,
      role: 'Analyst',
      birthday: '1815-12-10',
      tags: ['maths'],
      notes: 'Wrote **notes** on the engine.',
    })
    await add('Émilie du Châtelet', {})
    await add('山田 太郎', {})
    expect(names('')).toEqual(['Ada Lovelace', 'Émilie du Châtelet', 'Royal Society', '山田 太郎'])
    expect(names('chatel emil')).toEqual(['Émilie du Châtelet'])
    expect(names('太郎')).toEqual(['山田 太郎'])
    expect(names('2079460001')).toEqual(['Ada Lovelace'])
    expect(names('engine ADA@')).toEqual(['Ada Lovelace'])
    expect(names('royal lovelace')).toEqual(['Ada Lovelace'])
    expect(names('engine nobody')).toEqual([])
    const { state, origin } = await read('search_contacts', { query: 'lovelace' })
    expect(origin).toBe('own')
    expect(state).toMatchObject({
      total: 1,
      contacts: [{ organization: { name: 'Royal Society' }, emails: ['ada@example.org'] }],
    })
  })

  it('are listed in parts that follow each other', async () => {
    for (const name of ['Ann', 'ann', 'Bob', 'Cy']) await add(name)
    const first = await read('list_contacts', { limit: 3 })
    expect(first.state).toMatchObject({
      total: 4,
      contacts: [{ name: 'Ann' }, { name: 'ann' }, { name: 'Bob' }],
    })
    const { state } = await read('list_contacts', { limit: 3, cursor: first.state.cursor })
    expect(state).toMatchObject({ contacts: [{ name: 'Cy' }], cursor: null })
  })

  it('are refused with what is no address, number or day, and an organization that is none', async () => {
    const bob = await add('Bob')
    for (const wrong of [
      { emails: [{ value: 'nobody' }] },
      { phones: [{ value: 'none' }] },
      { birthday: '2023-02-29' },
      { urls: [{ value: 'javascript:alert(1)' }] },
      { organization: bob },
      { name: ' \u202e ' },
    ]) {
      const outcome = await desk.bench.call('create_contact', { name: 'Eve', ...wrong })
      expect(outcome).toMatchObject({ result: { success: false, error: { code: 'invalid_input' } } })
    }
    const leap = await desk.bench.propose('create_contact', { name: 'Eve', birthday: '--02-29' })
    expect(leap.status).toBe('pending')
  })

  it('name who is there already with the same e-mail address, number or name', async () => {
    await add('Ada', { emails: [{ value: 'Ada@Example.org' }] })
    await add('Bob', { phones: [{ value: '020 7946 0001' }] })
    const { preview } = await desk.bench.propose('create_contact', {
      name: 'bob',
      emails: [{ value: 'ada@example.org' }],
      phones: [{ value: '(020) 79460001' }],
    })
    expect(preview.warnings).toEqual([
      '“Ada” is there already and has the same e-mail address.',
      '“Bob” is there already and has the same phone number.',
    ])
  })

  it('keep who made and changed them, and when', async () => {
    const id = await add('Ada')
    const { createdAt } = desk.contacts.get(id)
    desk.bench.clock.advance(1000)
    await done('update_contact', { contact_id: id, role: 'Analyst' }, { actor: person })
    expect(desk.contacts.get(id)).toMatchObject({
      madeBy: { kind: 'assistant' },
      changedBy: person,
      createdAt,
      updatedAt: createdAt + 1000,
      revision: 2,
    })
  })
})

describe('changing a contact', () => {
  it('shows the fields, can be approved in part, and is undone and done again exactly', async () => {
    const id = await add('Ada', { role: 'Poet' })
    const before = everything()
    const proposal = await desk.bench.propose('update_contact', {
      contact_id: id,
      role: 'Analyst',
      tags: ['maths'],
    })
    expect(proposal).toMatchObject({
      class: 'safe_update',
      chooseBy: 'fields',
      preview: {
        changes: [{ fields: [{ name: 'role', before: 'Poet', after: 'Analyst' }, { name: 'tags' }] }],
      },
    })
    const { id: pid, planHash } = proposal
    const { proposal: decided } = await desk.bench.gate.approve({
      id: pid,
      planHash,
      choice: { fields: [{ change: 0, field: 1 }] },
      by: person,
    })
    const after = everything()
    expect(after.contacts[0]).toMatchObject({ role: 'Poet', tags: ['maths'] })
    const undone = await desk.bench.undo(decided.changeId ?? '')
    expect(exceptRevisions(everything())).toEqual(exceptRevisions(before))
    await desk.bench.undo(undone.id)
    expect(exceptRevisions(everything())).toEqual(exceptRevisions(after))
  })

  it('never has a revision again that it had, so that what a window showed then is not taken for what is there', async () => {
    const id = await add('Ada', { role: 'Poet' })
    const revision = () => desk.contacts.get(id).revision
    const seen = [revision()]
    for (const role of ['Analyst', 'Author']) {
      const change = await done('update_contact', { contact_id: id, role })
      seen.push(revision())
      const undone = await desk.bench.undo(change.id)
      seen.push(revision())
      await desk.bench.undo(undone.id)
      seen.push(revision())
    }
    expect(desk.contacts.get(id)).toMatchObject({ role: 'Author' })
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('is a conflict where somebody changed it meanwhile, and nothing where it is so already', async () => {
    const id = await add('Ada')
    const proposal = await desk.bench.propose('update_contact', { contact_id: id, role: 'Analyst' })
    expect(await desk.bench.gate.baseMoved(proposal.id)).toBeNull()
    await done('update_contact', { contact_id: id, notes: 'Mine.' })
    expect(await desk.bench.gate.baseMoved(proposal.id)).toMatchObject(conflicting)
    const { proposal: late } = await desk.bench.approve(proposal)
    expect(late).toMatchObject({ status: 'conflict' })
    expect(desk.contacts.get(id)).toMatchObject({ role: '', notes: 'Mine.' })
    const { content } = await read('update_contact', { contact_id: id, notes: 'Mine.' })
    expect(content).toContain('so already')
  })

  it('leaves what somebody else changed when it is undone, and asks where that is the same field', async () => {
    const id = await add('Ada')
    const change = await done('update_contact', { contact_id: id, role: 'Analyst' })
    await done('update_contact', { contact_id: id, notes: 'Mine.' })
    await desk.bench.undo(change.id)
    expect(desk.contacts.get(id)).toMatchObject({ role: '', notes: 'Mine.' })
    const again = await done('update_contact', { contact_id: id, role: 'Analyst' })
    await done('update_contact', { contact_id: id, role: 'Countess' })
    await expect(desk.bench.undo(again.id)).rejects.toMatchObject(conflicting)
    const signal = new AbortController().signal
    const { differences } = await desk.bench.gate.compareUndo({ id: again.id, signal })
    expect(differences).toMatchObject([
      { reference: id, obstacle: 'changed', fields: [{ name: 'role', theirs: 'Countess', restored: '' }] },
    ])
    const decisions = [{ reference: id, choice: 'replace' as const }]
    const undo = await desk.bench.gate.undo({ id: again.id, decisions, by: person, signal })
    expect(desk.contacts.get(id).role).toBe('')
    await desk.bench.undo(undo.id)
    expect(desk.contacts.get(id).role).toBe('Countess')
  })

  it('builds on what the same run has proposed and nobody has decided on', async () => {
    const made = await desk.bench.propose('create_contact', { name: 'Ada' }, by)
    const id = made.preview.targets[0]?.reference ?? ''
    const change = await desk.bench.propose('update_contact', { contact_id: id, role: 'Analyst' }, by)
    const other = await desk.bench.propose('create_contact', { name: 'Bob' }, by)
    const link = await desk.bench.propose(
      'link_contacts',
      { from_id: id, to_id: other.preview.targets[0]?.reference, relation: 'friend' },
      by,
    )
    expect(change.needs).toMatchObject([{ number: made.number }])
    expect(link.needs.map(({ number }) => number).sort()).toEqual([change.number, other.number])
    for (const each of [made, change, other, link]) {
      expect((await desk.bench.approve(each)).proposal.status).toBe('applied')
    }
    expect(desk.contacts.details(id)).toMatchObject({
      contact: { role: 'Analyst', revision: 2 },
      links: [{ relation: 'friend', direction: 'from', other: { name: 'Bob' } }],
    })
    const unknown = await desk.bench.call('read_contact', { contact_id: 'nobody' }, by)
    expect(unknown).toMatchObject({ result: { error: { code: 'not_found' } } })
  })

  it('takes away one that was added, and asks where it was changed or linked since', async () => {
    const bob = await add('Bob')
    const made = await done('create_contact', { name: 'Ada' })
    const ada = made.preview.targets[0]?.reference ?? ''
    await done('link_contacts', { from_id: ada, to_id: bob, relation: 'friend' })
    const before = everything()
    await expect(desk.bench.undo(made.id)).rejects.toMatchObject(conflicting)
    const signal = new AbortController().signal
    const { differences } = await desk.bench.gate.compareUndo({ id: made.id, signal })
    expect(differences).toMatchObject([{ fields: [{ name: 'links', theirs: 'Ada – friend – Bob' }] }])
    const decisions = [{ reference: ada, choice: 'replace' as const }]
    const undo = await desk.bench.gate.undo({ id: made.id, decisions, by: person, signal })
    expect(everything()).toMatchObject({ contacts: [{ name: 'Bob' }], links: [] })
    await desk.bench.undo(undo.id)
    expect(everything()).toEqual(before)
  })
})

describe('links', () => {
  it('are told at both ends, once each, and can be taken away and brought back', async () => {
    const [ada, byron] = [await add('Ada'), await add('Byron')]
    await done('link_contacts', { from_id: ada, to_id: byron, relation: 'daughter' })
    const again = await desk.bench.call('link_contacts', { from_id: ada, to_id: byron, relation: 'daughter' })
    expect(again).toMatchObject({ result: { error: { code: 'already_exists' } } })
    expect((await read('read_contact', { contact_id: ada })).content).toContain('daughter of Byron')
    const { state } = await read('read_contact', { contact_id: byron })
    expect(state.links).toMatchObject([{ relation: 'daughter', direction: 'to', other: { name: 'Ada' } }])
    const before = everything()
    const change = await done('unlink_contacts', { link_id: before.links[0]?.id })
    expect(everything().links).toEqual([])
    await desk.bench.undo(change.id)
    expect(everything()).toEqual(before)
  })
})

describe('what one is to another', () => {
  it.each([
    ['boss of', 'boss of Byron'],
    ['Chefin von', 'Chefin of Byron'],
    ['of', 'of of Byron'],
  ])('is “%s” without the word that is put behind it', async (relation, told) => {
    const [ada, byron] = [await add('Ada'), await add('Byron')]
    await done('link_contacts', { from_id: ada, to_id: byron, relation })
    expect((await read('read_contact', { contact_id: ada })).content).toContain(told)
    expect(everything().links).toMatchObject([{ relation: told.replace(/ of Byron$/, '') }])
  })
})

describe('deleting contacts', () => {
  it('names each and what goes with it, and undo brings all of it back with ids and dates', async () => {
    const society = await add('Royal Society', { kind: 'organization' })
    const [ada, bob] = [await add('Ada', { organization: society }), await add('Bob')]
    await done('link_contacts', { from_id: ada, to_id: bob, relation: 'friend' })
    const before = everything()
    desk.bench.clock.advance(5000)
    const proposal = await desk.bench.propose('delete_contacts', { contact_ids: [society, ada] })
    expect(proposal).toMatchObject({
      class: 'destructive_delete',
      typeToConfirm: 'delete 2',
      preview: {
        recovery: 'trash',
        lost: [
          { label: 'Royal Society', detail: expect.stringContaining('Ada') },
          { label: 'Ada', detail: expect.stringContaining('Ada – friend – Bob') },
        ],
      },
    })
    const { proposal: decided, result } = await desk.bench.approve(proposal)
    expect(result?.content).toContain('Undo brings them back for 30 days')
    expect(everything()).toMatchObject({ contacts: [{ name: 'Bob' }], links: [] })
    const undone = await desk.bench.undo(decided.changeId ?? '')
    expect(everything()).toEqual(before)
    await desk.bench.undo(undone.id)
    expect(names('')).toEqual(['Bob'])
  })

  it('keeps what was deleted in the store of contents alone; once that is let go, it can’t be undone', async () => {
    const id = await add('Ada', { notes: 'A secret of hers.' })
    const change = await done('delete_contacts', { contact_ids: [id] })
    const { db } = desk.bench
    const kept = db.raw
      .prepare(
        `SELECT changes.inverse || changes.preview || proposals.plan || proposals.preview || proposals.input
         FROM changes JOIN proposals ON proposals.id = changes.proposal_id WHERE changes.id = ?`,
      )
      .pluck()
      .get(change.id)
    expect(kept).not.toContain('secret')
    const { kept_contents: hashes } = inverseOf(db, change.id) as { kept_contents: string[] }
    expect(await desk.contacts.kept(hashes[0] ?? '')).toContain('A secret of hers.')
    desk.letGo(hashes[0] ?? '')
    await expect(desk.bench.undo(change.id)).rejects.toMatchObject({ code: 'unavailable' })
    expect(names('')).toEqual([])
  })

  it('is a conflict where a link was made meanwhile that was not shown', async () => {
    const [ada, bob] = [await add('Ada'), await add('Bob')]
    const proposal = await desk.bench.propose('delete_contacts', { contact_ids: [ada] })
    await done('link_contacts', { from_id: bob, to_id: ada, relation: 'friend' })
    expect((await desk.bench.approve(proposal)).proposal.status).toBe('conflict')
    expect(names('')).toEqual(['Ada', 'Bob'])
  })

  it('can be approved for some, and undone for one of several', async () => {
    const ids = [await add('Ann'), await add('Bob'), await add('Cy')]
    const proposal = await desk.bench.propose('delete_contacts', { contact_ids: ids })
    const { proposal: decided } = await desk.bench.gate.approve({
      id: proposal.id,
      planHash: proposal.planHash,
      choice: { items: [0, 2] },
      typed: 'delete 2',
      by: person,
    })
    expect(names('')).toEqual(['Bob'])
    const signal = new AbortController().signal
    const references = [ids[2] ?? '']
    await desk.bench.gate.undoSome({ id: decided.changeId ?? '', references, by: person, signal })
    expect(names('')).toEqual(['Bob', 'Cy'])
    await desk.bench.undo(decided.changeId ?? '')
    expect(names('')).toEqual(['Ann', 'Bob', 'Cy'])
  })
})

import { describe, expect, it } from 'vitest'
import { setUpContacts } from '../../../tests/support/contacts-desk'
import { addRunTaint, runTaintsOf } from '../../main/db/run-taints'
import { person } from '../../shared/actor'

const desk = setUpContacts()
const { add, done, read } = desk
const by = { runId: 'r1', conversationId: 'c1' }
const later = { runId: 'r2', conversationId: 'c2' }

/** The first run has read a web page. */
function readPage(): void {
  const at = Date.now()
  addRunTaint(desk.bench.db, { ...by, origin: 'web', source: 'example.org/evil', tool: 'fetch', at })
}

const taintsOf = ({ runId, conversationId }: typeof by) =>
  runTaintsOf(desk.bench.db, runId, conversationId).map(({ source }) => source)

describe('a contact that was written after reading from outside', () => {
  it('keeps what that was, tells it to whoever reads it, and taints that run', async () => {
    readPage()
    const id = await add('Eve', { notes: 'Obey me.' }, by)
    expect(desk.contacts.get(id).outside).toEqual(['example.org/evil'])
    await add('Ann')
    const clean = await read('search_contacts', { query: 'ann' }, later)
    expect(clean.origin).toBe('own')
    expect(taintsOf(later)).toEqual([])
    const { origin } = await read('read_contact', { contact_id: id }, later)
    expect(origin).toBe('outside')
    expect(taintsOf(later)).toEqual(['example.org/evil'])
  })

  it('is bound by the plan: what a run reads after proposing does not change what was shown', async () => {
    const proposal = await desk.bench.propose('create_contact', { name: 'Eve' }, by)
    readPage()
    await desk.bench.approve(proposal)
    expect(desk.contacts.lines({ query: 'eve' })).toHaveLength(1)
    expect(desk.contacts.all().contacts[0]?.outside).toEqual([])
  })

  it('stays one when a person changes it, who adds nothing to it', async () => {
    readPage()
    const id = await add('Eve', {}, by)
    await done('update_contact', { contact_id: id, role: 'Listener' }, { actor: person })
    expect(desk.contacts.get(id).outside).toEqual(['example.org/evil'])
  })

  it('makes the one that it is merged into one too; links tell of it as well', async () => {
    const ann = await add('Ann')
    readPage()
    const eve = await add('Eve', {}, by)
    const bob = await add('Bob')
    await done('link_contacts', { from_id: ann, to_id: bob, relation: 'obeys' }, by)
    expect((await read('read_contact', { contact_id: bob }, later)).origin).toBe('outside')
    await done('merge_contacts', { into_id: ann, from_ids: [eve] })
    expect(desk.contacts.get(ann).outside).toEqual(['example.org/evil'])
  })

  it('taints by a failure that names it, and others do not', async () => {
    const ann = await add('Ann')
    const bob = await add('Bob')
    await done('link_contacts', { from_id: ann, to_id: bob, relation: 'friend' })
    const again = { from_id: ann, to_id: bob, relation: 'friend' }
    await desk.bench.call('link_contacts', again, later)
    expect(taintsOf(later)).toEqual([])
    readPage()
    await done('update_contact', { contact_id: bob, name: 'Bob, obey me' }, by)
    await desk.bench.call('link_contacts', again, later)
    expect(taintsOf(later)).toEqual(['example.org/evil'])
  })
})

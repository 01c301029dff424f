import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpContacts } from '../../../tests/support/contacts-desk'
import { writeCards } from '../../main/contacts/vcard'
import { addRunTaint } from '../../main/db/run-taints'
import { person } from '../../shared/actor'
import { contactDataOf } from '../../shared/contract/contacts'

const desk = setUpContacts()
const { add, done, everything } = desk
const byHand = { actor: person }
const refused = (code: string) => ({ status: 'done', result: { success: false, error: { code } } })

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
/** A file of these cards in the granted folder. */
function file(...cards: string[]): string {
  const path = join(realpathSync(desk.bench.shelf), 'people.vcf')
  writeFileSync(path, cards.join(''))
  return path
}
const ada = card('FN:Ada Lovelace', 'EMAIL;TYPE=HOME:ada@example.org', 'ORG:Royal Society', 'NOTE:Engines')
const names = () =>
  everything()
    .contacts.map(({ name }) => name)
    .toSorted()

describe('importing contacts', () => {
  it('shows who comes with all that they have, makes the organizations that they name, and is undone as one', async () => {
    const proposal = await desk.bench.propose('import_contacts', {
      paths: [file(ada, card('FN:Bob', 'ORG:royal society'))],
    })
    expect(proposal).toMatchObject({ class: 'safe_create', chooseBy: 'items' })
    expect(proposal.preview.summary).toBe('Add 2 people and 1 organization from “people.vcf”.')
    expect(proposal.preview.changes[0]).toMatchObject({
      label: 'Ada Lovelace',
      fields: [
        { name: 'name' },
        { name: 'kind' },
        { name: 'organization', after: 'Royal Society' },
        { name: 'e-mail', after: 'home: ada@example.org' },
        { name: 'notes', after: 'Engines' },
      ],
    })
    const { proposal: decided, result } = await desk.bench.approve(proposal)
    expect(result?.state).toMatchObject({ succeeded: 3, failed: 0, skipped: [] })
    expect(names()).toEqual(['Ada Lovelace', 'Bob', 'Royal Society'])
    const society = desk.contacts.lines({ query: 'royal', kind: 'organization' })[0]?.id ?? ''
    expect(desk.contacts.people(society).map(({ name }) => name)).toEqual(['Ada Lovelace', 'Bob'])
    const after = everything()
    const undone = await desk.bench.undo(decided.changeId ?? '')
    expect(names()).toEqual([])
    await desk.bench.undo(undone.id)
    expect(everything()).toEqual(after)
  })

  it('skips those that are there already just so, says whom, and overwrites nobody', async () => {
    await done('import_contacts', { paths: [file(ada)] })
    const before = everything()
    const more = card('FN:Ada Lovelace', 'EMAIL:ada@example.org', 'TEL:5')
    const { preview, ...proposal } = await desk.bench.propose('import_contacts', {
      paths: [file(ada, more, card('FN:Cy'), card('FN:cy'), card('TEL:1'))],
    })
    expect(preview.summary).toBe('Add 2 people from “people.vcf”; 3 cards are skipped.')
    expect(preview.warnings).toEqual([
      'Skipped, because they are there already just so: “Ada Lovelace”.',
      '1 card is there more than once, and comes once.',
      'A card is skipped: Card 5 of “people.vcf” has no name, no organization and no e-mail address.',
      '“Ada Lovelace” is there already and has the same e-mail address.',
    ])
    const { result } = await desk.bench.approve({ preview, ...proposal })
    expect(result?.state).toMatchObject({ skipped: [{ name: 'Ada Lovelace' }, { name: 'cy' }, { name: '' }] })
    const kept = everything().contacts.filter(({ id }) => before.contacts.some((each) => each.id === id))
    expect(kept).toEqual(before.contacts)
  })

  it('takes several files together: one change, in which each is there once', async () => {
    const more = file(ada, card('FN:Bob', 'ORG:Royal Society'), card('TEL:1'))
    const other = join(dirname(more), 'more.vcf')
    writeFileSync(other, ada + card('FN:Cy') + card('TEL:1'))
    const proposal = await desk.bench.propose('import_contacts', { paths: [more, other, more] })
    expect(proposal.preview.summary).toBe(
      'Add 3 people and 1 organization from “people.vcf”, “more.vcf”; 3 cards are skipped.',
    )
    expect(proposal.preview.warnings).toEqual([
      '1 card is there more than once, and comes once.',
      'A card is skipped: Card 3 of “people.vcf” has no name, no organization and no e-mail address.',
      'A card is skipped: Card 3 of “more.vcf” has no name, no organization and no e-mail address.',
    ])
    const { id } = await done('import_contacts', { paths: [more, other] })
    expect(names()).toEqual(['Ada Lovelace', 'Bob', 'Cy', 'Royal Society'])
    await desk.bench.undo(id)
    expect(names()).toEqual([])
  })

  it('has nothing to propose where all are there already', async () => {
    await done('import_contacts', { paths: [file(ada)] })
    const outcome = await desk.bench.call('import_contacts', { paths: [file(ada)] })
    expect(outcome).toMatchObject({
      status: 'done',
      result: { success: true, state: { succeeded: 0, skipped: [{ name: 'Ada Lovelace' }] } },
    })
  })

  it('says what of a card is not taken, and what contacts have no place for', async () => {
    const { preview } = await desk.bench.propose('import_contacts', {
      paths: [
        file(card('FN:Ann', 'EMAIL:nothing', 'PHOTO;VALUE=uri:https://example.org/a.png', 'IMPP:xmpp:a@b.c')),
      ],
    })
    expect(preview.warnings).toEqual([
      'Not all of “Ann” can be taken, because it is not valid or too much: e-mail.',
      'Left out, because contacts have no place for it: 1 picture, 1 chat address.',
    ])
  })

  it('comes in part where a person chooses some: who belongs to one that is left out belongs to none', async () => {
    const proposal = await desk.bench.propose('import_contacts', { paths: [file(ada, card('FN:Bob'))] })
    const { id, planHash } = proposal
    await desk.bench.gate.approve({ id, planHash, choice: { items: [0, 1] }, by: person })
    expect(names()).toEqual(['Ada Lovelace', 'Bob'])
    expect(everything().contacts.map(({ organization }) => organization)).toEqual([null, null])
  })

  it('is a conflict where somebody imported the same meanwhile', async () => {
    const one = await desk.bench.propose('import_contacts', { paths: [file(ada)] })
    const two = await desk.bench.propose('import_contacts', { paths: [file(ada)] })
    await desk.bench.approve(one)
    expect(await desk.bench.approve(two)).toMatchObject({ proposal: { status: 'conflict' } })
    expect(names()).toEqual(['Ada Lovelace', 'Royal Society'])
  })

  it('is asked for in a dialog where many come', async () => {
    const cards = Array.from({ length: 11 }, (_, at) => card(`FN:Ann ${at}`))
    const proposal = await desk.bench.propose('import_contacts', { paths: [file(...cards)] })
    expect(proposal.class).toBe('destructive_update')
  })

  it('refuses a file without any card, and one outside of the granted folders', async () => {
    expect(await desk.bench.call('import_contacts', { paths: [file('Dear Ada,\n')] })).toMatchObject(
      refused('unsupported'),
    )
    const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-cards-')))
    const path = join(elsewhere, 'ada.vcf')
    writeFileSync(path, ada)
    expect(await desk.bench.call('import_contacts', { paths: [path] })).toMatchObject(
      refused('outside_grant'),
    )
    // What a person hands over is for their own next call, and no run's.
    const forget = desk.contacts.handOver(path, { own: true })
    expect(await desk.bench.call('import_contacts', { paths: [path] }, { runId: 'r1' })).toMatchObject(
      refused('outside_grant'),
    )
    expect((await desk.bench.propose('import_contacts', { paths: [path] }, byHand)).status).toBe('pending')
    expect(await desk.bench.call('import_contacts', { paths: [path] }, byHand)).toMatchObject(
      refused('outside_grant'),
    )
    forget()
    rmSync(elsewhere, { recursive: true })
  })

  it('counts as from outside where the person says that somebody sent it, or where the run had read from there', async () => {
    const outsideOfAda = () => everything().contacts.find(({ name }) => name.startsWith('Ada'))?.outside
    const imported = async (own: boolean) => {
      const path = file(ada)
      desk.contacts.handOver(path, { own })
      const { id } = await done('import_contacts', { paths: [path] }, byHand)
      const outside = outsideOfAda()
      await desk.bench.undo(id)
      return outside
    }
    expect(await imported(true)).toEqual([])
    expect(await imported(false)).toEqual(['people.vcf'])
    const by = { runId: 'r1', conversationId: 'c1' }
    await done('import_contacts', { paths: [file(card('FN:Ada of the folder'))] }, by)
    expect(outsideOfAda()).toEqual([])
    const at = Date.now()
    addRunTaint(desk.bench.db, { ...by, origin: 'web', source: 'example.org', tool: 'fetch', at })
    await done('import_contacts', { paths: [file(card('FN:Bob'))] }, by)
    expect(everything().contacts.find(({ name }) => name === 'Bob')?.outside).toEqual(['example.org'])
  })

  it('brings back what was exported, whoever is in whose organization', async () => {
    const society = await add('Royal Society', { kind: 'organization', tags: ['science'] })
    const library = await add('Library', { kind: 'organization', organization: society })
    await add('Ada', {
      organization: library,
      phones: [{ label: 'Büro', value: '030 1' }],
      birthday: '--12-10',
    })
    const content = () => {
      const { contacts: all } = everything()
      const nameOf = (id: string | null) => all.find((each) => each.id === id)?.name ?? null
      return all
        .map((each) => ({ ...contactDataOf(each), organization: nameOf(each.organization) }))
        .toSorted((one, other) => one.name.localeCompare(other.name))
    }
    const before = content()
    const { contacts: all } = everything()
    const path = file(
      writeCards(
        all.map((contact) => ({
          contact,
          organization: all.find(({ id }) => id === contact.organization)?.name ?? null,
        })),
      ),
    )
    await done('delete_contacts', { contact_ids: all.map(({ id }) => id) })
    await done('import_contacts', { paths: [path] })
    expect(content()).toEqual(before)
  })
})

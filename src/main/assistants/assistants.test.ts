import { describe, expect, it } from 'vitest'
import { setUpAssistantsDesk, tideClerk } from '../../../tests/support/assistants-desk'
import { makePng } from '../../../tests/support/make-picture'
import { person } from '../../shared/actor'
import { assistantPictures } from '../db/assistants'
import { fieldsOf } from './fields'
import { starters } from './starters'

const desk = setUpAssistantsDesk()

describe('assistants', () => {
  it('are the usual one with all tools, and the starters, which are made once', async () => {
    expect(desk.names()).toEqual(['Assistant', 'Librarian', 'File clerk', 'Researcher', 'Planner'])
    expect(desk.assistants.get('default')).toMatchObject({
      tools: { kind: 'all' },
      instructions: '',
      trashedAt: null,
    })
    const librarian = desk.assistants.list()[1]?.id ?? ''
    desk.assistants.remove({ id: librarian, by: person })
    desk.open()
    expect(desk.names()).toHaveLength(1 + starters.length)
    expect(desk.assistants.get(librarian).trashedAt).not.toBeNull()
  })

  it('never share a name, also where two windows save at the same time', async () => {
    const made = await Promise.allSettled([desk.create({ name: 'Pilot' }), desk.create({ name: 'pilot' })])
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(desk.names().filter((name) => name.toLowerCase() === 'pilot')).toHaveLength(1)
  })

  it('speak the person’s language where they are made for the first time', () => {
    desk.bench.db.raw.prepare('DELETE FROM assistants WHERE starter IS NOT NULL').run()
    desk.open('de')
    expect(desk.names()).toContain('Bibliothekar')
  })

  it('follow the person’s language as long as nobody wrote anything of them', async () => {
    const [, librarian, clerk] = desk.assistants.list()
    if (librarian === undefined || clerk === undefined) throw new Error('The starters are there.')
    const own = { tools: { kind: 'all' as const }, instructions: 'Keeps my folders.' }
    const fields = { ...fieldsOf(clerk), ...own }
    await desk.assistants.change({ id: clerk.id, revision: clerk.revision, fields, policies: {}, by: person })
    desk.open('de')
    desk.assistants.followLanguage()
    expect(desk.names()).toEqual(['Assistant', 'Bibliothekar', 'File clerk', 'Rechercheur', 'Planer'])
    expect(desk.assistants.get(librarian.id)).toMatchObject({
      tools: librarian.tools,
      instructions: expect.stringMatching(/^Betreut die Bibliothek/u),
    })
    expect(desk.assistants.get(clerk.id).instructions).toBe('Keeps my folders.')
    desk.open('en')
    desk.assistants.followLanguage()
    expect(desk.names()).toEqual(['Assistant', 'Librarian', 'File clerk', 'Researcher', 'Planner'])
  })

  it('keep every field over a restart, and are told to the page', async () => {
    const made = await desk.create({}, { put_item: 'deny' })
    expect(fieldsOf(made)).toEqual(tideClerk)
    desk.bench.reopen()
    desk.open()
    expect(desk.assistants.get(made.id)).toEqual(made)
    expect(desk.chosen(made.id)).toEqual({ put_item: 'deny' })
    expect(desk.bench.events.findLast(({ type }) => type === 'assistants')).toMatchObject({
      assistants: expect.arrayContaining([made]),
    })
  })

  it('refuse a second one whose name would be mistaken for it, and a name that was taken by a change', async () => {
    const first = await desk.create()
    for (const name of ['TIDE clerk ', 'Tide  clerk', 'Tide cl\u200berk', '\uff34ide clerk']) {
      await expect(desk.create({ name })).rejects.toMatchObject({ code: 'already_exists', field: 'name' })
    }
    const other = await desk.create({ name: 'Other' })
    await expect(
      desk.assistants.change({
        id: other.id,
        revision: other.revision,
        fields: { ...fieldsOf(other), name: first.name },
        policies: {},
        by: person,
      }),
    ).rejects.toMatchObject({ code: 'already_exists' })
  })

  it('refuse a change of what was changed since, and leave it as it is', async () => {
    const made = await desk.create()
    const change = (instructions: string) =>
      desk.assistants.change({
        id: made.id,
        revision: made.revision,
        fields: { ...tideClerk, instructions },
        policies: { put_item: 'deny' },
        by: person,
      })
    expect((await change('First.')).revision).toBe(made.revision + 1)
    await expect(change('Second.')).rejects.toMatchObject({ code: 'conflict' })
    expect(desk.assistants.get(made.id).instructions).toBe('First.')
  })

  it('change nothing when one of the policies lies below a floor', async () => {
    const made = await desk.create()
    await expect(
      desk.assistants.change({
        id: made.id,
        revision: made.revision,
        fields: { ...tideClerk, instructions: 'Other.' },
        policies: { put_item: 'auto', drop_items: 'auto' },
        by: person,
      }),
    ).rejects.toMatchObject({ code: 'denied' })
    expect(desk.assistants.get(made.id)).toEqual(made)
    expect(desk.chosen(made.id)).toEqual({})
  })

  it.each([
    [
      'an unknown tool',
      { tools: { kind: 'some' as const, modules: [], tools: ['fly'] } },
      'not_found',
      'tools',
    ],
    [
      'an unknown module',
      { tools: { kind: 'some' as const, modules: ['sky'], tools: [] } },
      'not_found',
      'tools',
    ],
    ['a collection that is not there', { collectionId: 'gone' }, 'not_found', 'collectionId'],
    [
      'two letters for an emoji',
      { picture: { kind: 'emoji' as const, emoji: 'ab' } },
      'invalid_input',
      'picture',
    ],
    ['two emoji', { picture: { kind: 'emoji' as const, emoji: '🌊🌊' } }, 'invalid_input', 'picture'],
  ])('refuse %s with a sentence', async (_what, fields, code, field) => {
    await expect(desk.create(fields)).rejects.toMatchObject({
      code,
      field,
      message: expect.stringMatching(/^[A-Z].+\.$/u),
    })
  })

  it('take an emoji that is made of several', async () => {
    for (const emoji of ['👩‍💻', '🇩🇪', '🗂️', '1️⃣']) {
      expect((await desk.create({ name: emoji, picture: { kind: 'emoji', emoji } })).picture).toEqual({
        kind: 'emoji',
        emoji,
      })
    }
  })

  it('keep a collection that went away until another is chosen', async () => {
    const made = await desk.create()
    desk.setCollections([])
    const saved = await desk.assistants.change({
      id: made.id,
      revision: made.revision,
      fields: fieldsOf(made),
      policies: {},
      by: person,
    })
    expect(saved.collectionId).toBe('papers')
  })

  it('are duplicated with their policies under a free name', async () => {
    const made = await desk.create({}, { put_item: 'deny' })
    const copy = desk.assistants.duplicate({ id: made.id, by: person })
    expect(copy.name).toBe('Tide clerk (2)')
    expect(fieldsOf(copy)).toEqual({ ...tideClerk, name: 'Tide clerk (2)' })
    expect(desk.chosen(copy.id)).toEqual({ put_item: 'deny' })
    expect(desk.assistants.duplicate({ id: made.id, by: person }).name).toBe('Tide clerk (3)')
  })

  it('go to the trash with their policies and come back, under a free name where theirs was taken', async () => {
    const made = await desk.create({}, { put_item: 'deny' })
    expect(desk.assistants.remove({ id: made.id, by: person }).trashedAt).not.toBeNull()
    await desk.create()
    const back = desk.assistants.restore({ id: made.id, by: person })
    expect(back).toMatchObject({ name: 'Tide clerk (2)', trashedAt: null })
    expect(desk.chosen(made.id)).toEqual({ put_item: 'deny' })
    expect(() => desk.assistants.remove({ id: 'default', by: person })).toThrow('can be changed, not deleted')
  })

  it('are changed by people alone', async () => {
    for (const kind of ['assistant', 'mcp_client'] as const) {
      const by = { kind, name: 'Somebody' }
      await expect(desk.assistants.create({ fields: tideClerk, policies: {}, by })).rejects.toMatchObject({
        code: 'denied',
      })
      expect(() => desk.assistants.remove({ id: 'default', by })).toThrow('Only a person')
    }
  })

  it('record in the audit chain who gave which tools', async () => {
    const made = await desk.create()
    const bodies = desk.bench.db.raw.prepare("SELECT body FROM audit WHERE kind = 'assistant.set'").all()
    expect(JSON.stringify(bodies)).toContain(made.id)
    expect((await desk.bench.gate.verifyAudit()).intact).toBe(true)
  })
})

describe('the picture of an assistant', () => {
  it('is drawn small, kept, and given out again', async () => {
    const png = makePng(900, 300, [196, 98, 45])
    const { picture, bytes } = await desk.assistants.drawPicture(png.toString('base64'))
    expect(picture).toMatchObject({ width: 192, height: 64, mediaType: 'image/png' })
    const made = await desk.create({ picture: { kind: 'stored', picture } })
    expect(made.picture).toEqual({ kind: 'stored', picture })
    expect((await desk.blobs.read(picture.sha256)).toString('base64')).toBe(bytes.data)
    // The retention leaves it, also while its assistant is in the trash.
    desk.assistants.remove({ id: made.id, by: person })
    expect(assistantPictures(desk.bench.db)).toEqual([picture.sha256])
  })

  it('is refused where it is no picture, or a stored file that was not drawn for it', async () => {
    await expect(desk.assistants.drawPicture(Buffer.from('hello').toString('base64'))).rejects.toMatchObject({
      code: 'unsupported',
    })
    const { sha256 } = await desk.blobs.putBytes(Buffer.from('a secret'))
    const picture = { sha256, mediaType: 'image/png' as const, width: 1, height: 1, size: 8 }
    await expect(desk.create({ picture: { kind: 'stored', picture } })).rejects.toMatchObject({
      field: 'picture',
    })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBench, type GateBench } from '../../../tests/support/gate/bench'
import { makePng } from '../../../tests/support/make-picture'
import { person } from '../../shared/actor'
import type { Assistant, AssistantFields } from '../../shared/contract/assistants'
import type { Collection } from '../../shared/contract/library'
import { defaultSettings, type Settings } from '../../shared/contract/settings'
import { createAudit } from '../changes/audit'
import { type BlobStore, createBlobStore } from '../changes/blobs'
import { assistantPictures } from '../db/assistants'
import { drawPicture } from '../pictures/draw'
import { createPictures } from '../pictures/service'
import type { Assistants } from '../services/assistants'
import { createAssistants } from './service'
import { starters } from './starters'

let bench: GateBench
let folder: string
let blobs: BlobStore
let collections: Collection[]
let assistants: Assistants
let settings: Settings

const papers: Collection = { id: 'papers', name: 'Papers', description: '', documents: 0, createdAt: 0 }

const open = (language: 'en' | 'de' = 'en') => {
  assistants = createAssistants({
    db: bench.db,
    gate: bench.gate,
    blobs,
    pictures: createPictures({ blobs, draw: (bytes, options) => drawPicture(bytes, options) }),
    catalog: { tools: bench.catalog.tools },
    library: { collections: () => collections },
    audit: createAudit(bench.db, bench.clock.now),
    settings: { get: () => settings },
    publish: (event) => bench.events.push(event),
    now: () => bench.clock.now().getTime(),
    language: () => language,
  })
}
beforeEach(() => {
  bench = createBench()
  folder = mkdtempSync(join(tmpdir(), 'countersign-assistants-'))
  blobs = createBlobStore(folder)
  collections = [papers]
  settings = defaultSettings
  open()
})
afterEach(() => {
  bench.remove()
  rmSync(folder, { recursive: true, force: true })
})

const plain: AssistantFields = {
  name: 'Tide clerk',
  picture: { kind: 'emoji', emoji: '🌊' },
  instructions: 'Look after the tide tables.',
  model: 'claude-opus-9',
  effort: 'high',
  thinking: 'on',
  tools: { kind: 'some', modules: [], tools: ['read_item', 'put_item'] },
  collectionId: 'papers',
  turnCap: 4,
  tokenBudget: 50_000,
  costBudget: 1.5,
}
const create = (
  fields: Partial<AssistantFields> = {},
  policies: Parameters<Assistants['create']>[0]['policies'] = {},
) => assistants.create({ fields: { ...plain, ...fields }, policies, by: person })
const fieldsOf = (assistant: Assistant): AssistantFields => {
  const { id: _, revision: _r, createdAt: _c, updatedAt: _u, trashedAt: _t, ...fields } = assistant
  return fields
}
const names = () => assistants.list().map(({ name }) => name)
const chosen = (id: string) =>
  Object.fromEntries(
    bench.gate.policies(id).flatMap(({ tool, chosen: policy }) => (policy ? [[tool, policy]] : [])),
  )

describe('assistants', () => {
  it('are the usual one with all tools, and the starters, which are made once', async () => {
    expect(names()).toEqual(['Assistant', 'Librarian', 'File clerk', 'Researcher', 'Planner'])
    expect(assistants.get('default')).toMatchObject({
      tools: { kind: 'all' },
      instructions: '',
      trashedAt: null,
    })
    const librarian = assistants.list()[1]?.id ?? ''
    assistants.remove({ id: librarian, by: person })
    open()
    expect(names()).toHaveLength(1 + starters.length)
    expect(assistants.get(librarian).trashedAt).not.toBeNull()
  })

  it('never share a name, also where two windows save at the same time', async () => {
    const made = await Promise.allSettled([create({ name: 'Pilot' }), create({ name: 'pilot' })])
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(names().filter((name) => name.toLowerCase() === 'pilot')).toHaveLength(1)
  })

  it('speak the person’s language where they are made for the first time', () => {
    bench.db.raw.prepare('DELETE FROM assistants WHERE starter IS NOT NULL').run()
    open('de')
    expect(names()).toContain('Bibliothekar')
  })

  it('keep every field over a restart, and are told to the page', async () => {
    const made = await create({}, { put_item: 'deny' })
    expect(fieldsOf(made)).toEqual(plain)
    bench.reopen()
    open()
    expect(assistants.get(made.id)).toEqual(made)
    expect(chosen(made.id)).toEqual({ put_item: 'deny' })
    expect(bench.events.findLast(({ type }) => type === 'assistants')).toMatchObject({
      assistants: expect.arrayContaining([made]),
    })
  })

  it('refuse a second one of the same name, whatever its case, and a name that was taken by a change', async () => {
    const first = await create()
    await expect(create({ name: 'TIDE clerk ' })).rejects.toMatchObject({
      code: 'already_exists',
      field: 'name',
    })
    const other = await create({ name: 'Other' })
    await expect(
      assistants.change({
        id: other.id,
        revision: other.revision,
        fields: { ...fieldsOf(other), name: first.name },
        policies: {},
        by: person,
      }),
    ).rejects.toMatchObject({ code: 'already_exists' })
  })

  it('refuse a change of what was changed since, and leave it as it is', async () => {
    const made = await create()
    const change = (instructions: string) =>
      assistants.change({
        id: made.id,
        revision: made.revision,
        fields: { ...plain, instructions },
        policies: { put_item: 'deny' },
        by: person,
      })
    expect((await change('First.')).revision).toBe(made.revision + 1)
    await expect(change('Second.')).rejects.toMatchObject({ code: 'conflict' })
    expect(assistants.get(made.id).instructions).toBe('First.')
  })

  it('change nothing when one of the policies lies below a floor', async () => {
    const made = await create()
    await expect(
      assistants.change({
        id: made.id,
        revision: made.revision,
        fields: { ...plain, instructions: 'Other.' },
        policies: { put_item: 'auto', drop_items: 'auto' },
        by: person,
      }),
    ).rejects.toMatchObject({ code: 'denied' })
    expect(assistants.get(made.id)).toEqual(made)
    expect(chosen(made.id)).toEqual({})
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
    await expect(create(fields)).rejects.toMatchObject({
      code,
      field,
      message: expect.stringMatching(/^[A-Z].+\.$/u),
    })
  })

  it('take an emoji that is made of several', async () => {
    for (const emoji of ['👩‍💻', '🇩🇪', '🗂️', '1️⃣']) {
      expect((await create({ name: emoji, picture: { kind: 'emoji', emoji } })).picture).toEqual({
        kind: 'emoji',
        emoji,
      })
    }
  })

  it('keep a collection that went away until another is chosen', async () => {
    const made = await create()
    collections = []
    const saved = await assistants.change({
      id: made.id,
      revision: made.revision,
      fields: fieldsOf(made),
      policies: {},
      by: person,
    })
    expect(saved.collectionId).toBe('papers')
  })

  it('are duplicated with their policies under a free name', async () => {
    const made = await create({}, { put_item: 'deny' })
    const copy = assistants.duplicate({ id: made.id, by: person })
    expect(copy.name).toBe('Tide clerk (2)')
    expect(fieldsOf(copy)).toEqual({ ...plain, name: 'Tide clerk (2)' })
    expect(chosen(copy.id)).toEqual({ put_item: 'deny' })
    expect(assistants.duplicate({ id: made.id, by: person }).name).toBe('Tide clerk (3)')
  })

  it('go to the trash with their policies and come back, under a free name where theirs was taken', async () => {
    const made = await create({}, { put_item: 'deny' })
    expect(assistants.remove({ id: made.id, by: person }).trashedAt).not.toBeNull()
    await create()
    const back = assistants.restore({ id: made.id, by: person })
    expect(back).toMatchObject({ name: 'Tide clerk (2)', trashedAt: null })
    expect(chosen(made.id)).toEqual({ put_item: 'deny' })
    expect(() => assistants.remove({ id: 'default', by: person })).toThrow('can be changed, not deleted')
  })

  it('are changed by people alone', async () => {
    for (const kind of ['assistant', 'mcp_client'] as const) {
      const by = { kind, name: 'Somebody' }
      await expect(assistants.create({ fields: plain, policies: {}, by })).rejects.toMatchObject({
        code: 'denied',
      })
      expect(() => assistants.remove({ id: 'default', by })).toThrow('Only a person')
    }
  })

  it('record in the audit chain who gave which tools', async () => {
    const made = await create()
    const bodies = bench.db.raw.prepare("SELECT body FROM audit WHERE kind = 'assistant.set'").all()
    expect(JSON.stringify(bodies)).toContain(made.id)
    expect((await bench.gate.verifyAudit()).intact).toBe(true)
  })
})

describe('the picture of an assistant', () => {
  it('is drawn small, kept, and given out again', async () => {
    const png = makePng(900, 300, [196, 98, 45])
    const { picture, bytes } = await assistants.drawPicture(png.toString('base64'))
    expect(picture).toMatchObject({ width: 192, height: 64, mediaType: 'image/png' })
    const made = await create({ picture: { kind: 'stored', picture } })
    expect(made.picture).toEqual({ kind: 'stored', picture })
    expect((await blobs.read(picture.sha256)).toString('base64')).toBe(bytes.data)
    // The retention leaves it, also while its assistant is in the trash.
    assistants.remove({ id: made.id, by: person })
    expect(assistantPictures(bench.db)).toEqual([picture.sha256])
  })

  it('is refused where it is no picture, or a stored file that was not drawn for it', async () => {
    await expect(assistants.drawPicture(Buffer.from('hello').toString('base64'))).rejects.toMatchObject({
      code: 'unsupported',
    })
    const { sha256 } = await blobs.putBytes(Buffer.from('a secret'))
    const picture = { sha256, mediaType: 'image/png' as const, width: 1, height: 1, size: 8 }
    await expect(create({ picture: { kind: 'stored', picture } })).rejects.toMatchObject({ field: 'picture' })
  })
})

describe('the file of an assistant', () => {
  const exported = async (fields: Partial<AssistantFields> = {}, policies = {}) => {
    const made = await create(fields, policies)
    return (await assistants.exportFile(made.id)).text
  }
  const importText = (text: string) => assistants.importFile({ text, by: person })

  it('brings back what was exported, with its picture and the collection of that name', async () => {
    const png = makePng(300, 300, [45, 111, 196])
    const { picture } = await assistants.drawPicture(png.toString('base64'))
    const text = await exported({ picture: { kind: 'stored', picture } }, { put_item: 'deny' })
    const { assistant, notes } = await importText(text)
    expect(fieldsOf(assistant)).toEqual({ ...plain, name: 'Tide clerk (2)', picture: expect.anything() })
    expect(assistant.picture).toMatchObject({ kind: 'stored', picture: { width: 192 } })
    expect(chosen(assistant.id)).toEqual({ put_item: 'deny' })
    expect(notes).toEqual([
      { kind: 'renamed', from: 'Tide clerk', to: 'Tide clerk (2)' },
      { kind: 'own_model', model: 'claude-opus-9' },
    ])
  })

  it('of the first version goes on working: whether it thinks is as in the settings', async () => {
    const file = JSON.parse(await exported({ model: '', thinking: 'off' }))
    expect(file).toMatchObject({ version: 2, assistant: { thinking: 'off' } })
    const { thinking: _, ...first } = file.assistant
    const { assistant, notes } = await importText(JSON.stringify({ ...file, version: 1, assistant: first }))
    expect(assistant).toMatchObject({ effort: 'high', thinking: null })
    expect(notes.map(({ kind }) => kind)).toEqual(['renamed'])
  })

  it.each(['propose', 'deny'] as const)('brings back that a read is set to %s', async (policy) => {
    const text = await exported({ model: '' }, { read_item: policy })
    const { assistant, notes } = await importText(text)
    expect(chosen(assistant.id)).toEqual({ read_item: policy })
    expect(notes.map(({ kind }) => kind)).toEqual(['renamed'])
  })

  it('never raises rights: what was automatic is proposed, and said so', async () => {
    const text = await exported({ name: 'Bold' }, { put_item: 'auto', read_item: 'deny' })
    const { assistant, notes } = await importText(text)
    expect(chosen(assistant.id)).toEqual({ read_item: 'deny' })
    expect(notes).toContainEqual({ kind: 'proposed_instead', tools: ['put_item'] })
    // A file that was written by hand claims what no export can hold.
    const forged = JSON.parse(text)
    forged.assistant.policies = { drop_items: 'auto', put_item: 'auto' }
    const second = await importText(JSON.stringify(forged))
    expect(chosen(second.assistant.id)).toEqual({})
    expect(
      bench.gate
        .policies(second.assistant.id)
        .filter(({ class: c }) => c !== 'read')
        .map(({ policy }) => policy),
    ).not.toContain('auto')
  })

  it('never lifts a limit that a person has set, and says so', async () => {
    const text = await exported({ model: '', turnCap: 100, tokenBudget: 900_000, costBudget: 20 })
    settings = { ...defaultSettings, turnCap: 5, tokenBudget: 100_000, costBudget: 2 }
    const all = await importText(text)
    expect(all.assistant).toMatchObject({ turnCap: null, tokenBudget: null, costBudget: null })
    expect(all.notes).toContainEqual({
      kind: 'limits_of_settings',
      limits: ['turnCap', 'tokenBudget', 'costBudget'],
    })
    // None is set, or the file's is the same or tighter.
    settings = { ...defaultSettings, turnCap: 99, tokenBudget: 0, costBudget: 20 }
    const one = await importText(text)
    expect(one.assistant).toMatchObject({ turnCap: null, tokenBudget: 900_000, costBudget: 20 })
    expect(one.notes).toContainEqual({ kind: 'limits_of_settings', limits: ['turnCap'] })
    settings = { ...settings, turnCap: 100 }
    const none = await importText(text)
    expect(none.assistant).toMatchObject({ turnCap: 100, tokenBudget: 900_000, costBudget: 20 })
    expect(none.notes.map(({ kind }) => kind)).toEqual(['renamed'])
  })

  it('leaves out what is not here, and says what', async () => {
    const file = JSON.parse(await exported())
    file.assistant.tools = { kind: 'some', modules: ['moon'], tools: ['read_item', 'fly'] }
    file.assistant.policies = { swim: 'deny' }
    file.assistant.collection = 'Letters'
    const { assistant, notes } = await importText(JSON.stringify(file))
    expect(assistant).toMatchObject({
      tools: { kind: 'some', modules: [], tools: ['read_item'] },
      collectionId: null,
    })
    expect(notes).toContainEqual({ kind: 'unknown_tools', tools: ['moon', 'fly', 'swim'] })
    expect(notes).toContainEqual({ kind: 'unknown_collection', name: 'Letters' })
  })

  it.each([
    ['no JSON', 'hello', 'it is no JSON'],
    ['another kind of file', '{"kind":"notes","version":1}', 'not the file of an assistant'],
    ['a field too many', (text: string) => text.replace('"name":', '"admin": true,\n"name":'), 'damaged'],
    [
      'a wrong type',
      (text: string) => text.replace('"turnCap": 4', '"turnCap": "many"'),
      'assistant.turnCap',
    ],
    ['a newer version', (text: string) => text.replace('"version": 2', '"version": 3'), 'newer version'],
  ])('is refused as %s, and nothing is made', async (_what, change, sentence) => {
    const text = await exported()
    const before = names()
    await expect(importText(typeof change === 'string' ? change : change(text))).rejects.toThrow(sentence)
    expect(names()).toEqual(before)
  })

  it('gets a name of its own also where two come at the same time', async () => {
    const text = await exported()
    const both = await Promise.all([importText(text), importText(text)])
    expect(new Set(both.map(({ assistant }) => assistant.name)).size).toBe(2)
  })

  it('is refused in a short sentence whatever stands in it', async () => {
    const long = 'x'.repeat(100_000)
    const file = JSON.parse(await exported())
    for (const wrong of [{ [long]: 1 }, { policies: { [long]: 'auto' } }]) {
      const text = JSON.stringify({ ...file, assistant: { ...file.assistant, ...wrong } })
      const refusal = await importText(text).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/^.{1,400}$/u) })
    }
  })
})

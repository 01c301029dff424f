import { describe, expect, it } from 'vitest'
import { setUpAssistantsDesk, tideClerk } from '../../../tests/support/assistants-desk'
import { makePng } from '../../../tests/support/make-picture'
import { person } from '../../shared/actor'
import type { AssistantFields } from '../../shared/contract/assistants'
import { fieldsOf } from './fields'

const desk = setUpAssistantsDesk()

describe('the file of an assistant', () => {
  const exported = async (fields: Partial<AssistantFields> = {}, policies = {}) => {
    const made = await desk.create(fields, policies)
    return (await desk.assistants.exportFile(made.id)).text
  }
  const importText = (text: string) => desk.assistants.importFile({ text, by: person })

  it('brings back what was exported, with its picture and the collection of that name', async () => {
    const png = makePng(300, 300, [45, 111, 196])
    const { picture } = await desk.assistants.drawPicture(png.toString('base64'))
    const text = await exported({ picture: { kind: 'stored', picture } }, { put_item: 'deny' })
    const { assistant, notes } = await importText(text)
    expect(fieldsOf(assistant)).toEqual({ ...tideClerk, name: 'Tide clerk (2)', picture: expect.anything() })
    expect(assistant.picture).toMatchObject({ kind: 'stored', picture: { width: 192 } })
    expect(desk.chosen(assistant.id)).toEqual({ put_item: 'deny' })
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
    expect(desk.chosen(assistant.id)).toEqual({ read_item: policy })
    expect(notes.map(({ kind }) => kind)).toEqual(['renamed'])
  })

  it('never raises rights: what was automatic is proposed, and said so', async () => {
    const text = await exported({ name: 'Bold' }, { put_item: 'auto', read_item: 'deny' })
    const { assistant, notes } = await importText(text)
    expect(desk.chosen(assistant.id)).toEqual({ read_item: 'deny' })
    expect(notes).toContainEqual({ kind: 'proposed_instead', tools: ['put_item'] })
    // A file that was written by hand claims what no export can hold.
    const forged = JSON.parse(text)
    forged.assistant.policies = { drop_items: 'auto', put_item: 'auto' }
    const second = await importText(JSON.stringify(forged))
    expect(desk.chosen(second.assistant.id)).toEqual({})
    expect(
      desk.bench.gate
        .policies(second.assistant.id)
        .filter(({ class: c }) => c !== 'read')
        .map(({ policy }) => policy),
    ).not.toContain('auto')
  })

  it('never lifts a limit that a person has set, and says so', async () => {
    const text = await exported({ model: '', turnCap: 100, tokenBudget: 900_000, costBudget: 20 })
    desk.setSettings({ turnCap: 5, tokenBudget: 100_000, costBudget: 2 })
    const all = await importText(text)
    expect(all.assistant).toMatchObject({ turnCap: null, tokenBudget: null, costBudget: null })
    expect(all.notes).toContainEqual({
      kind: 'limits_of_settings',
      limits: ['turnCap', 'tokenBudget', 'costBudget'],
    })
    // None is set, or the file's is the same or tighter.
    desk.setSettings({ turnCap: 99, tokenBudget: 0, costBudget: 20 })
    const one = await importText(text)
    expect(one.assistant).toMatchObject({ turnCap: null, tokenBudget: 900_000, costBudget: 20 })
    expect(one.notes).toContainEqual({ kind: 'limits_of_settings', limits: ['turnCap'] })
    desk.setSettings({ turnCap: 100, tokenBudget: 0, costBudget: 20 })
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
    ['no JSON', 'hello', 'not the file of an assistant'],
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
    const before = desk.names()
    await expect(importText(typeof change === 'string' ? change : change(text))).rejects.toThrow(sentence)
    expect(desk.names()).toEqual(before)
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

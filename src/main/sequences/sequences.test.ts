import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../tests/support/agent/bench'
import { look } from '../../../tests/support/agent/desk'
import { answer, text } from '../../../tests/support/fake-messages-api'
import { given, inputOf, sequenceOf, stepOf } from '../../../tests/support/sequence-definitions'
import { lookAt, put, setUpSequenceDesk } from '../../../tests/support/sequence-desk'
import { person } from '../../shared/actor'
import { type GivenInputs, type SequenceDefinition, sequenceLimits } from '../../shared/sequences/definition'

const { desk, saved, begin, end, proposed } = setUpSequenceDesk()

describe('a sequence', () => {
  it('is only run as it was seen, and sound, with inputs that fit', async () => {
    const { id, revision } = saved(
      sequenceOf(
        [stepOf('read_item', { name: given('name') })],
        [inputOf('name'), inputOf('kind', { kind: 'choice', options: ['a'], needed: false })],
      ),
    )
    const run = (more: { inputs?: GivenInputs; revision?: number; by?: typeof person }) => async () =>
      desk.bench.sequences.run({
        id,
        revision,
        inputs: { name: 'apple' },
        by: person,
        approval: null,
        ...more,
      })
    await expect(run({ revision: revision + 1 })).rejects.toMatchObject({ code: 'conflict' })
    await expect(run({ inputs: {} })).rejects.toMatchObject({ field: 'name' })
    await expect(run({ inputs: { name: 5 } })).rejects.toMatchObject({ field: 'name' })
    await expect(run({ inputs: { name: 'apple', kind: 'b' } })).rejects.toMatchObject({ field: 'kind' })
    await expect(run({ inputs: { name: 'apple', other: 'b' } })).rejects.toMatchObject({ field: 'other' })
    await expect(run({ by: { kind: 'assistant', name: 'Assistant' } })).rejects.toMatchObject({
      code: 'denied',
    })
    desk.bench.sequences.remove({ id, by: person })
    await expect(run({})).rejects.toMatchObject({ code: 'not_found' })
    const wrong = saved(sequenceOf([stepOf('sing')]))
    await expect(
      (async () =>
        desk.bench.sequences.run({ id: wrong.id, revision: 1, inputs: {}, by: person, approval: null }))(),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    expect(desk.bench.conversations.list()).toEqual([])
  })

  it('keeps every version; a run goes on with the one that it began with', async () => {
    const { id, revision } = saved(sequenceOf([put('apple'), lookAt('old')]))
    const begun = await desk.bench.sequences.run({ id, revision, inputs: {}, by: person, approval: null })
    const { proposalId } = await proposed(begun.runId)
    const change = (definition: SequenceDefinition, seen: number) =>
      desk.bench.sequences.change({ id, revision: seen, definition, by: person })
    expect(change(sequenceOf([lookAt('new')], [], 'Daily report'), 1).revision).toBe(2)
    expect(() => change(sequenceOf([]), 1)).toThrow(expect.objectContaining({ code: 'conflict' }))
    const versions = desk.bench.sequences.versions(id)
    expect(versions.map(({ version, definition }) => [version, definition.name])).toEqual([
      [2, 'Daily report'],
      [1, 'Weekly report'],
    ])
    await desk.bench.approve(proposalId)
    expect(callsOf((await end(begun)).state).at(-1)?.input).toEqual({ at: 'old' })
    const [, first] = versions
    if (first === undefined) throw new Error('There is no first version.')
    expect(change(first.definition, 2)).toMatchObject({ revision: 3, definition: first.definition })
    expect(await desk.bench.gate.verifyAudit()).toMatchObject({ intact: true })
  })

  it('keeps all of a long name where a copy gets a number', () => {
    const name = 'x'.repeat(sequenceLimits.name - 4)
    const { id } = saved({ ...sequenceOf([lookAt('x')]), name })
    desk.bench.sequences.duplicate({ id, by: person })
    expect(desk.bench.sequences.list().map(({ definition }) => definition.name)).toContain(`${name} (2)`)
  })

  it('goes to a file and comes back; what it needs and is not here is named', () => {
    const { id } = saved(sequenceOf([put('apple'), stepOf('sing')]))
    const { name, text: file } = desk.bench.sequences.exportFile(id)
    expect(name).toBe('Weekly report.sequence.json')
    const { sequence, missingTools } = desk.bench.sequences.importFile({ text: file, by: person })
    expect(missingTools).toEqual(['sing'])
    expect(sequence.definition).toEqual({
      ...desk.bench.sequences.list()[0]?.definition,
      name: 'Weekly report (2)',
    })
    for (const bad of [
      '',
      '{}',
      '[]',
      file.replace('"version": 1', '"version": 9'),
      file.replace('"goesOn": false', '"goesOn": 1'),
      file.replace('"steps"', '"more": 1, "steps"'),
    ]) {
      expect(() => desk.bench.sequences.importFile({ text: bad, by: person }), bad.slice(0, 30)).toThrow(
        /not the file|newer version|damaged/,
      )
    }
    expect(desk.bench.conversations.list()).toEqual([])
  })

  it('leaves with its conversation what is known of a run', async () => {
    const begun = await begin(sequenceOf([lookAt('x')]))
    await end(begun)
    desk.bench.conversations.remove(begun.conversationId)
    expect(desk.bench.sequences.runs(begun.id)).toMatchObject([{ trashed: true }])
    desk.bench.conversations.removeForGood(begun.conversationId)
    expect(desk.bench.sequences.runs(begun.id)).toEqual([])
  })
})

it('an assistant in the same conversation is one again', async () => {
  const begun = await begin(sequenceOf([lookAt('x')]))
  await end(begun)
  desk.api.push(answer([look('y')]), answer([text('Seen.')]))
  const { state } = await desk.bench.run('Look at y', { conversationId: begun.conversationId })
  expect(callsOf(state).map(({ input }) => input)).toEqual([{ at: 'x' }, { at: 'y' }])
  expect(desk.refusals()).toEqual([])
})

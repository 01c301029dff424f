import { existsSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../src/shared/contract/changes'
import { setUpCoreDesk } from '../support/core-desk'
import { runSequence, storeSequence } from '../support/run-sequence'
import { fixed, sequenceOf, stepOf } from '../support/sequence-definitions'

// What a person decides about single steps of a sequence, beside approving or rejecting them whole.

const desk = setUpCoreDesk('for each test')
const { at } = desk

const create = (name: string) =>
  stepOf('create_file', { path: fixed(at(name)), content: fixed(`This is ${name}.\n`) })

async function resultsOf({ conversationId }: { conversationId: string }): Promise<string[]> {
  const { messages } = await desk.client.conversations.snapshot({ id: conversationId })
  const blocks = messages.flatMap((message) => (message.role === 'assistant' ? message.blocks : []))
  return blocks.flatMap((block) => (block?.type === 'tool_use' ? [block.result?.content ?? ''] : []))
}

describe('a step of a sequence', () => {
  it('that is approved in part does that part, says so, and is undone as that', async () => {
    for (const name of ['a.md', 'b.md']) writeFileSync(at(name), name)
    const sequence = sequenceOf([
      stepOf('copy_files', {
        items: fixed(['a', 'b'].map((name) => ({ from: at(`${name}.md`), to: at(`${name}-copy.md`) }))),
      }),
      create('after.md'),
    ])
    const ran = await runSequence(desk.client, sequence, async ({ id, planHash, tool }) => {
      if (tool !== 'copy_files') return desk.client.proposals.approve({ id, planHash })
      const choice = { items: [0] }
      const { planHash: amendedHash } = await desk.client.proposals.amend({ id, planHash, choice })
      return desk.client.proposals.approve({ id, planHash, choice, amendedHash })
    })
    expect(ran.proposals.map(({ tool }) => tool)).toEqual(['copy_files', 'create_file'])
    expect(['a-copy.md', 'b-copy.md', 'after.md'].map((name) => existsSync(at(name)))).toEqual([
      true,
      false,
      true,
    ])
    expect((await resultsOf(ran))[0]).toMatch(/1 of 2/)

    const { kept } = await desk.client.changes.undoRun({ runId: ran.runId })
    expect(kept).toEqual([])
    expect(['a-copy.md', 'after.md'].map((name) => existsSync(at(name)))).toEqual([false, false])
  })

  it('that is approved for its run lets later steps of that run through, and no other run', async () => {
    const sequence = sequenceOf([create('one.md'), create('two.md')])
    const inThisRun = ({ id, planHash }: Proposal) =>
      desk.client.proposals.approve({ id, planHash, remember: { scope: 'run' } })
    const first = await runSequence(desk.client, sequence, inThisRun)
    expect(first.proposals).toHaveLength(1)
    expect(existsSync(at('two.md'))).toBe(true)
    await desk.client.changes.undoRun({ runId: first.runId })

    const second = await runSequence(desk.client, sequence)
    expect(second.proposals).toHaveLength(2)
  })

  it('that is approved for its folder lets its sequence through there while uses are left, and no other', async () => {
    const definition = sequenceOf([create('one.md'), create('two.md')])
    const sequence = await storeSequence(desk.client, definition)
    const first = await runSequence(desk.client, sequence, ({ id, planHash }) =>
      desk.client.proposals.approve({ id, planHash, remember: { scope: 'container', uses: 2 } }),
    )
    expect(first.proposals).toHaveLength(1)
    await desk.client.changes.undoRun({ runId: first.runId })

    const other = await runSequence(desk.client, { ...definition, name: 'Another' })
    expect(other.proposals).toHaveLength(2)
    await desk.client.changes.undoRun({ runId: other.runId })

    // One use is left of two.
    const second = await runSequence(desk.client, sequence)
    expect(second.proposals.map(({ preview }) => preview.targets[0]?.reference)).toEqual([at('two.md')])
  })
})

import { rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { setUpGatedFiles } from '../../../tests/support/gated-files'
import { person } from '../../shared/actor'

const desk = setUpGatedFiles()
const { at, propose } = desk
const { signal } = new AbortController()

/** Moves a file in its own change. */
async function move(from: string, to: string): Promise<void> {
  writeFileSync(at(from), from)
  const { id, planHash } = await propose('move_files', { items: [{ from: at(from), to: at(to) }] })
  await desk.gate.approve({ id, planHash, by: person })
}

it('an undo of a run offers a choice for what was changed since, and none for what can only be kept', async () => {
  await move('a.txt', 'b.txt')
  await move('c.txt', 'd.txt')
  rmSync(at('b.txt'))
  writeFileSync(at('c.txt'), 'another')
  const { undone, kept } = await desk.gate.undoRun({ runId: 'run', by: person, signal })
  expect(undone).toEqual([])
  expect(kept.map(({ canChoose, under }) => [canChoose, under])).toEqual([
    [true, null],
    [false, null],
  ])
})

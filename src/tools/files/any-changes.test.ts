import { expect, it } from 'vitest'
import { folderTree } from '../../../tests/support/folder-tree'
import { setUpGatedFiles } from '../../../tests/support/gated-files'
import { type Seeded, seeded, seedOfRun } from '../../../tests/support/seeded'
import { typedConfirmation } from '../../main/changes/plan-hash'
import { person } from '../../shared/actor'
import { AppError } from '../../shared/errors'

const desk = setUpGatedFiles()
const { signal } = new AbortController()

type Tree = Readonly<Record<string, readonly unknown[]>>

/** What is there but for the times of files. */
function tree(): Tree {
  const entries = Object.entries(folderTree(desk.open.docs) as Tree)
  return Object.fromEntries(entries.map(([name, [kind, mode, , bytes]]) => [name, [kind, mode, bytes]]))
}

/** A call of a tool that may be possible, or not. */
function anyCall(random: Seeded): { readonly tool: string; readonly input: unknown } {
  const entries = Object.entries(tree())
  const named = (kind: string) => entries.flatMap(([name, [of]]) => (of === kind ? [name] : []))
  const files = ['nothing.txt', ...named('file')]
  const folders = ['', ...named('folder').map((name) => `${name}/`)]
  const anything = () => desk.at(random.pick([...files, ...named('folder'), ...named('folder')]))
  const free = () =>
    desk.at(
      `${random.pick(folders)}${random.pick(['', '', 'new/'])}${random.pick([...'abcdef'])}${random.pick(['', '.txt'])}`,
    )
  const text = () => `${random.pick(['one', 'two', 'three'])} ${random.below(100)}\n`
  const items = () => Array.from({ length: 1 + random.below(2) }, () => ({ from: anything(), to: free() }))
  const file = () => desk.at(random.pick(files))
  return random.pick([
    () => ({ tool: 'create_file', input: { path: free(), content: text() } }),
    () => ({ tool: 'create_file', input: { path: free(), content: text() } }),
    () => ({ tool: 'create_directory', input: { path: free() } }),
    () => ({ tool: 'overwrite_file', input: { path: random.pick([file, free])(), content: text() } }),
    () => ({ tool: 'append_to_file', input: { path: file(), content: text() } }),
    () => ({
      tool: 'edit_file',
      input: {
        path: file(),
        edits: [{ old_text: 'o', new_text: random.pick(['0', 'oo', '']), replace_all: true }],
      },
    }),
    () => ({ tool: 'move_files', input: { items: items() } }),
    () => ({ tool: 'move_files', input: { items: items() } }),
    () => ({ tool: 'copy_files', input: { items: items() } }),
    () => ({ tool: 'trash_files', input: { paths: [...new Set([anything(), anything()])] } }),
  ])()
}

/** Makes so many changes; each call that is refused has changed nothing. */
async function makeChanges(random: Seeded, many: number) {
  const changes: {
    readonly id: string
    readonly what: string
    readonly before: Tree
    readonly after: Tree
  }[] = []
  for (let tries = 0; changes.length < many && tries < many * 10; tries++) {
    const before = tree()
    const { tool, input } = anyCall(random)
    const outcome = await desk.call(tool, input)
    if (outcome.status !== 'done') {
      expect(tree()).toEqual(before)
      const { proposal } = outcome
      await desk.approve(proposal, {
        typed: typedConfirmation(proposal.class, proposal.preview) ?? undefined,
      })
    }
    const [last] = desk.gate.changes({ limit: 1 })
    if (last === undefined || last.id === changes.at(-1)?.id) expect(tree()).toEqual(before)
    else changes.push({ id: last.id, what: `${tool} ${JSON.stringify(input)}`, before, after: tree() })
  }
  return changes
}

it.each([seedOfRun()])(
  'any changes are undone one after the other, and done again (seed %i)',
  async (seed) => {
    const changes = await makeChanges(seeded(seed), 15)
    expect(changes).toHaveLength(15)
    const undone: string[] = []
    for (const { id, what, before } of changes.toReversed()) {
      const undo = await desk.gate.undo({ id, by: person, signal })
      expect([what, tree()]).toEqual([what, before])
      undone.push(undo.id)
    }
    for (const [at, { what, after }] of changes.entries()) {
      await desk.gate.undo({ id: undone.at(-1 - at) ?? '', by: person, signal })
      expect([what, tree()]).toEqual([what, after])
    }
  },
)

it.each([seedOfRun()])('undone in any order, each whole or not at all (seed %i)', async (seed) => {
  const random = seeded(seed)
  const changes = await makeChanges(random, 15)
  const undone: { readonly id: string; readonly what: string; readonly before: Tree }[] = []
  const left = [...changes]
  for (let tries = 0; tries < 40 && left.length > 0; tries++) {
    const change = random.pick(left)
    const before = tree()
    try {
      const { id } = await desk.gate.undo({ id: change.id, by: person, signal })
      left.splice(left.indexOf(change), 1)
      undone.push({ id, what: change.what, before })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // What is there since stands in its way, or the folder is gone to which it would bring back.
      expect(['conflict', 'unavailable']).toContain(error.code)
      expect([change.what, tree()]).toEqual([change.what, before])
    }
  }
  for (const { id, what, before } of undone.toReversed()) {
    await desk.gate.undo({ id, by: person, signal })
    expect([what, tree()]).toEqual([what, before])
  }
  expect(tree()).toEqual(changes.at(-1)?.after)
})

it.each([seedOfRun()])('are undone as one run (seed %i)', async (seed) => {
  await makeChanges(seeded(seed), 15)
  const { kept } = await desk.gate.undoRun({ runId: 'run', by: person, signal })
  expect(kept).toEqual([])
  expect(tree()).toEqual({})
})

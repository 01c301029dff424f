import {
  cpSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Client } from '../../../src/main/rpc/client'
import type { Proposal } from '../../../src/shared/contract/changes'
import { type Arena, snapshotOf, untouched } from './arena'

/** The text of the file that is changed. */
export const shownText = 'one\ntwo\nthree\nfour\nfive\n'

/** A folder of the granted one with `sub/a.txt`, its twin that is not granted, and someone who proposes changes. */
export interface Scene {
  readonly arena: Arena
  readonly caller: Client
  readonly work: string
  readonly twin: string
  readonly file: string
  readonly inSub: (name: string) => string
  remove(): void
}

/** Makes a scene; each has a number of its own. */
export function openScene(arena: Arena, caller: Client, number: number): Scene {
  const work = join(arena.docs, `work-${number}`)
  const twin = join(arena.outside, `work-${number}`)
  const inSub = (name: string) => join(work, 'sub', name)
  mkdirSync(join(work, 'sub'), { recursive: true })
  writeFileSync(inSub('a.txt'), shownText)
  // Whole seconds, as they can be set again exactly.
  utimesSync(inSub('a.txt'), 1_800_000_000, 1_800_000_000)
  cpSync(work, twin, { recursive: true, preserveTimestamps: true })
  const remove = () => {
    for (const path of [work, `${work}-moved`, twin]) rmSync(path, { recursive: true, force: true })
  }
  return { arena, caller, work, twin, file: inSub('a.txt'), inSub, remove }
}

/** Calls a tool and expects a proposal. */
export async function propose(
  { caller }: Pick<Scene, 'caller'>,
  tool: string,
  input: unknown,
): Promise<Proposal> {
  const outcome = await caller.tools.call({ tool, input })
  if (outcome.status === 'proposed') return outcome.proposal
  throw new Error(`${tool} was not proposed: ${outcome.result.content}`)
}

type Table<Row> = Readonly<Record<string, Row>>

/** Every tool that changes files, on the file or in its folder. */
export const changes: Table<(scene: Scene) => Promise<Proposal>> = {
  edit_file: (scene) =>
    propose(scene, 'edit_file', { path: scene.file, edits: [{ old_text: 'two', new_text: 'TWO' }] }),
  append_to_file: (scene) => propose(scene, 'append_to_file', { path: scene.file, content: 'six\n' }),
  overwrite_file: (scene) => propose(scene, 'overwrite_file', { path: scene.file, content: 'other\n' }),
  trash_files: (scene) => propose(scene, 'trash_files', { paths: [scene.file] }),
  'move_files from': (scene) =>
    propose(scene, 'move_files', { items: [{ from: scene.file, to: join(scene.work, 'b.txt') }] }),
  'copy_files from': (scene) =>
    propose(scene, 'copy_files', { items: [{ from: scene.file, to: join(scene.work, 'b.txt') }] }),
  add_document: (scene) => propose(scene, 'add_document', { source: scene.file }),
}

/** Every tool that puts something new into the folder. */
export const additions: Table<(scene: Scene) => Promise<Proposal>> = {
  create_file: (scene) => propose(scene, 'create_file', { path: scene.inSub('new.txt'), content: 'new\n' }),
  'create_file in a new folder': (scene) =>
    propose(scene, 'create_file', { path: scene.inSub('deep/er/new.txt'), content: 'new\n' }),
  create_directory: (scene) => propose(scene, 'create_directory', { path: scene.inSub('new/folder') }),
  'overwrite_file of nothing': (scene) =>
    propose(scene, 'overwrite_file', { path: scene.inSub('new.txt'), content: 'new\n' }),
  async 'move_files to'(scene) {
    writeFileSync(join(scene.work, 'from.txt'), shownText)
    return propose(scene, 'move_files', {
      items: [{ from: join(scene.work, 'from.txt'), to: scene.inSub('to.txt') }],
    })
  },
  async 'copy_files to'(scene) {
    writeFileSync(join(scene.work, 'from.txt'), shownText)
    return propose(scene, 'copy_files', {
      items: [{ from: join(scene.work, 'from.txt'), to: scene.inSub('to.txt') }],
    })
  },
  async restore_files(scene) {
    writeFileSync(scene.inSub('back.txt'), shownText)
    const { changeId } = await scene.arena.approve(
      await propose(scene, 'trash_files', { paths: [scene.inSub('back.txt')] }),
    )
    expect(changeId).not.toBeNull()
    return propose(scene, 'restore_files', { items: [scene.inSub('back.txt')] })
  },
  run_command: (scene) =>
    propose(scene, 'run_command', { command: ['touch', 'made.txt'], folder: join(scene.work, 'sub') }),
}

/** What happens to the file after it was shown. */
export const fileSwaps: Table<(scene: Scene) => void> = {
  'was edited': (scene) => writeFileSync(scene.file, shownText.replace('five', 'FIVE')),
  'was edited without changing its length or its time'(scene) {
    const { atime, mtime } = statSync(scene.file)
    writeFileSync(scene.file, shownText.replace('five', 'FIVE'))
    // Whoever compares times is deceived by this.
    utimesSync(scene.file, atime, mtime)
  },
  'is another file with the same text'(scene) {
    // Renamed over it: a file system may give the number of one that was removed to the next.
    writeFileSync(`${scene.file}.other`, shownText)
    renameSync(`${scene.file}.other`, scene.file)
  },
  'is a link to the same text elsewhere'(scene) {
    rmSync(scene.file)
    symlinkSync(join(scene.twin, 'sub/a.txt'), scene.file)
  },
  'is another name of a file elsewhere'(scene) {
    rmSync(scene.file)
    linkSync(join(scene.twin, 'sub/a.txt'), scene.file)
  },
  'is a folder'(scene) {
    rmSync(scene.file)
    mkdirSync(scene.file)
  },
  'is gone': (scene) => rmSync(scene.file),
  'has become a dangling link'(scene) {
    rmSync(scene.file)
    symlinkSync(join(scene.arena.outside, 'new-by-attack.txt'), scene.file)
  },
}

/** What happens to the folder that it is in. */
export const folderSwaps: Table<(scene: Scene) => void> = {
  'is a link to a twin elsewhere'(scene) {
    renameSync(join(scene.work, 'sub'), join(scene.work, 'moved'))
    symlinkSync(join(scene.twin, 'sub'), join(scene.work, 'sub'))
  },
  'is a link to a link elsewhere'(scene) {
    renameSync(join(scene.work, 'sub'), join(scene.work, 'moved'))
    symlinkSync(join(scene.twin, 'sub'), join(scene.work, 'hop'))
    symlinkSync('hop', join(scene.work, 'sub'))
  },
  'lies below a link elsewhere'(scene) {
    renameSync(scene.work, `${scene.work}-moved`)
    symlinkSync(scene.twin, scene.work)
  },
  'is a link to where it was moved'(scene) {
    renameSync(join(scene.work, 'sub'), join(scene.work, 'moved'))
    symlinkSync('moved', join(scene.work, 'sub'))
  },
}

/** Approves and expects that nothing at all was done. */
export async function expectNothingDone(scene: Scene, proposal: Proposal): Promise<void> {
  const documents = () => scene.arena.window.library.documents({ status: 'all', limit: 10 })
  const [inside, beside, library] = [snapshotOf(scene.arena.docs), untouched(scene.arena), await documents()]
  const decided = await scene.arena.approve(proposal)
  expect(['conflict', 'failed']).toContain(decided.status)
  expect(decided.reason).toMatch(/\S/)
  expect(snapshotOf(scene.arena.docs)).toBe(inside)
  expect(untouched(scene.arena)).toBe(beside)
  expect(await documents()).toEqual(library)
  // Single use: a closed proposal can't be approved again, whatever is there by then.
  await expect(scene.arena.approve(proposal)).rejects.toThrow(/Already approved/)
}

/** The library holds to the content, which it tells once it reads the file. */
export const toldLater = 'was edited without changing its length or its time'
const sameContent = 'is another name of a file elsewhere'

/** One change and what happens to what it is about after it was shown. */
export interface SwapCell {
  readonly swap: string
  readonly tool: string
  readonly change: (scene: Scene) => Promise<Proposal>
  readonly move: (scene: Scene) => void
}

/** Every swap with every tool that it could deceive. */
export function swapCells(): SwapCell[] {
  const cells = (swaps: typeof fileSwaps, tools: typeof changes, what: string) =>
    Object.entries(swaps).flatMap(([swap, move]) =>
      Object.entries(tools).map(([tool, change]) => ({
        swap: `${what} ${swap}`,
        name: swap,
        tool,
        change,
        move,
      })),
    )
  return [
    ...cells(fileSwaps, changes, 'the file').filter(
      ({ name, tool }) => tool !== 'add_document' || (name !== toldLater && name !== sameContent),
    ),
    ...cells(folderSwaps, { ...changes, ...additions }, 'the folder'),
  ]
}

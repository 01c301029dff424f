import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { faultPoints } from '../../src/main/disk/fault-point'
import { crashCases } from '../support/crash/cases'
import { createPlay, type Play, type Rehearsed } from '../support/crash/play'
import { createStage, type Stage } from '../support/crash/stage'

// This process only notes which points it passes; the ones that are to die are real.
const passed = vi.hoisted((): string[] => [])
vi.mock('../../src/main/disk/fault-point', async (original) => ({
  ...(await original<typeof import('../../src/main/disk/fault-point')>()),
  faultPoint: (point: string) => passed.push(point),
}))

/** One instant of each kind, spread over the tools; `points-1.slow.test.ts` and its like play every instant of every tool. */
const instants: readonly (readonly [name: string, fault: string])[] = [
  ['edit_file', 'proposal inserted:1'],
  ['edit_file', 'decision written:1'],
  ['append_to_file', 'decision stored:1'],
  ['overwrite_file', 'content begun:1'],
  ['overwrite_file', 'temporary synced:1'],
  ['edit_file', 'file replaced:1'],
  ['create_file in new folders', 'file named:1'],
  ['create_directory', 'folder made:1'],
  ['move_files', 'step taken:2'],
  ['copy_files', 'entry copied:2'],
  ['trash_files', 'trash taken:2'],
  ['restore_files', 'trash emptied:1'],
  ['undo of create_file in new folders', 'file removed:1'],
  ['undo of trash_files', 'trash returned:2'],
  ['delete_collection', 'collection removed:1'],
  ['update_document', 'document changed:1'],
  ['create_note', 'note inserted:1'],
  ['append_to_note', 'note changed:1'],
  ['delete_notes', 'note removed:1'],
  ['undo of delete_notes', 'note restored:1'],
  ['undo of update_note', 'inverse journaled:1'],
  ['merge_contacts', 'contacts written:1'],
  ['merge_contacts', 'inverse journaled:1'],
  ['undo of delete_contacts', 'contacts written:1'],
  ['create_tasks', 'tasks written:1'],
  ['delete_tasks', 'inverse journaled:1'],
  ['undo of delete_tasks', 'tasks written:1'],
  ['import_data', 'conversation begun:2'],
  ['import_data', 'messages written:1'],
  ['undo of import_data', 'inverse journaled:1'],
  ['import_data of an export', 'inverse journaled:1'],
  ['import_data of an export', 'contacts written:1'],
  ['import_data of an export', 'tasks written:2'],
  ['undo of import_data of an export', 'tasks written:1'],
  ['add_document', 'audit written:1'],
  ['add_document of a folder', 'inverse journaled:1'],
  ['add_document of a folder', 'document inserted:2'],
  ['add_document of a folder', 'ledger written:1'],
  ['add_document of what changed', 'inverse journaled:1'],
  ['add_document of what changed', 'version inserted:1'],
  ['undo of add_document of what changed', 'version exchanged:1'],
  ['fetch_web_content', 'gathered:1'],
  ['fetch_web_content', 'document inserted:1'],
  ['undo of delete_document', 'change stored:1'],
  ['a rejection', 'rejection stored:1'],
  ['a remembered approval', 'use of grant stored:1'],
]
/** Only across disks. */
const otherDisk = ['trash copied', 'original leaving']

describe('a process that is killed at a fault point', () => {
  let stage: Stage
  let play: Play
  const rehearsed = new Map<string, Rehearsed>()
  const recovery = new Set<string>()

  beforeAll(async () => {
    stage = createStage()
    play = createPlay(stage, passed)
    await play.furnish()
    for (const crashCase of crashCases(stage)) rehearsed.set(crashCase.name, await play.rehearse(crashCase))
  }, 120_000)
  afterAll(() => stage.remove())

  const caseOf = (name: string): Rehearsed => {
    const found = rehearsed.get(name)
    if (found === undefined) throw new Error(name)
    return found
  }

  it.each(instants)(
    'during %s, at %s, leaves the old or the new state, and the ledger says which',
    {
      timeout: 60_000,
    },
    async (name, fault) => {
      expect(caseOf(name).faults).toContain(fault)
      const { recoveryFaults } = await play.crash(caseOf(name), fault)
      for (const each of recoveryFaults) recovery.add(each)
    },
  )

  it('and killed again while it recovers, does so too', { timeout: 60_000 }, async () => {
    await play.crashTwice(caseOf('move_files'), 'effect done:1', 'step taken:1')
    await play.crashTwice(caseOf('trash_files'), 'effect done:1', 'rollback done:1')
    await play.crashTwice(caseOf('edit_file'), 'effect done:1', 'temporary created:1')
    await play.crashTwice(caseOf('restore_files'), 'effect done:1', 'trash taken:1')
  })

  it('passes every fault point that there is', () => {
    const all = [...[...rehearsed.values()].flatMap(({ faults }) => faults), ...recovery]
    const names = new Set(all.map((fault) => fault.replace(/:\d+$/, '')))
    const expected = faultPoints.filter((point) => stage.other !== null || !otherDisk.includes(point))
    expect(expected.filter((point) => !names.has(point))).toEqual([])
  })
})

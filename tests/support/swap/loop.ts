import { lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { clientInProcess } from '../../../src/main/rpc/client'
import type { Proposal } from '../../../src/shared/contract/changes'
import { folderPicture } from '../crash/picture'
import { createStage } from '../crash/stage'
import { openTestCore } from '../open-test-core'
import { propose } from '../propose'
import { furnishSwap, OUTSIDE, type SwapPlaces } from './changes'
import { linksOut, startSwapper } from './swapper'

const person = { kind: 'command_line', name: 'Command line' } as const
/** How often the trash and the store are searched for what was outside: they grow with each change. */
const searchEvery = 50

/** Every write tool of the files module, in the folder that is swapped. */
export function calls(parent: string, elsewhere: string): [tool: string, input: unknown][] {
  const at = (name: string) => join(parent, name)
  const items = (to: string) => ['a.txt', 'sub'].map((name) => ({ from: at(name), to: join(to, name) }))
  return [
    ['create_file', { path: at('sub/made/new.txt'), content: 'new' }],
    ['create_directory', { path: at('made') }],
    ['edit_file', { path: at('a.txt'), edits: [{ old_text: 'inside', new_text: 'edited' }] }],
    ['overwrite_file', { path: at('sub/b.txt'), content: 'overwritten' }],
    ['append_to_file', { path: at('a.txt'), content: 'appended' }],
    ['move_files', { items: items(elsewhere) }],
    ['move_files', { items: items(at('made')) }],
    ['copy_files', { items: items(elsewhere) }],
    ['copy_files', { items: items(at('made')) }],
    ['trash_files', { paths: [at('a.txt'), at('sub')] }],
  ]
}

/** Applies changes while a process swaps. Answers how many were applied and how many refused. */
export async function applyWhileSwapped(applies: number): Promise<Map<string, number>> {
  const stage = createStage()
  const places: SwapPlaces & { elsewhere: string } = {
    ...furnishSwap({ base: dirname(stage.work), docs: stage.work }),
    elsewhere: join(stage.work, 'elsewhere'),
  }
  const outside = folderPicture(places.outside)
  const opened = await openTestCore({ data: stage.data, roots: [stage.work] })
  const client = clientInProcess(opened.core.router, { actor: person, approval: null })
  const swapper = await startSwapper(linksOut(places))
  const outcomes = new Map<string, number>()
  const tools = calls(places.parent, places.elsewhere)
  try {
    for (let round = 0; round < applies; round++) {
      refurnish(stage.work, places)
      const [tool, input] = tools[round % tools.length] ?? ['', null]
      const trashed = tool === 'trash_files' && round % 20 >= 10
      // What is to be restored has to be in the trash first.
      const proposal = trashed
        ? await toRestore(places, (name, data) => propose(client, name, data), approve)
        : await propose(client, tool, input)
      swapper.go()
      const { status, reason, code } = await approve(proposal)
      swapper.halt()
      const where = `round ${round}, ${proposal.tool}: ${status} ${reason ?? ''}`
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
      expect(['applied', 'conflict', 'failed'], where).toContain(status)
      expect(code, where).not.toBe('internal')
      // One sentence for a person: no code of the system, nothing of the language.
      if (status !== 'applied') expect(reason, where).not.toMatch(/\bE[A-Z]{4,}\b|undefined|Error:/)
      expect(folderPicture(places.outside), where).toEqual(outside)
      expect(holding(stage.work, places), where).toEqual([])
      const [change] = await client.changes.list({ limit: 1 })
      // What could not be rolled back while it was swapped says so loudly, and may have left its temporary file.
      const stuck = change?.proposalId === proposal.id && change.status === 'applying'
      if (!stuck) expect(temporaries(stage.work), where).toEqual([])
      else expect(reason, where).toMatch(/could NOT be rolled back/)
      if (round % searchEvery === 0 || round === applies - 1) {
        for (const name of ['trash', 'blobs'])
          expect(holding(join(stage.data, name), places), where).toEqual([])
      }
    }
    expect(await client.changes.verify()).toMatchObject({ intact: true })
    return outcomes
  } finally {
    await swapper.end()
    await opened.close()
    stage.remove()
  }

  async function approve({ id, planHash, typeToConfirm }: Proposal) {
    const decided = await client.proposals.approve({ id, planHash, typed: typeToConfirm ?? undefined })
    return { ...decided.proposal, code: decided.result?.error?.code }
  }
}

async function toRestore(
  { leaf }: SwapPlaces,
  proposes: (tool: string, input: unknown) => Promise<Proposal>,
  approve: (proposal: Proposal) => Promise<Proposal>,
): Promise<Proposal> {
  expect((await approve(await proposes('trash_files', { paths: [leaf] }))).status).toBe('applied')
  return proposes('restore_files', { items: [leaf] })
}

/** As at the beginning, whatever the swaps and the changes left. */
export function refurnish(work: string, { outside }: SwapPlaces): void {
  const base = dirname(work)
  rmSync(work, { recursive: true, force: true })
  const kept = join(base, 'outside-kept')
  // The folder outside stays the very same one: only what is inside is made anew.
  renameSync(outside, kept)
  furnishSwap({ base, docs: work })
  rmSync(outside, { recursive: true, force: true })
  renameSync(kept, outside)
}

/** Files that hold what was outside and are no other name of it. */
export function holding(folder: string, { outside }: SwapPlaces): string[] {
  const nodes = new Set(namesIn(outside).map((path) => lstatSync(path).ino))
  return namesIn(folder).filter((path) => {
    const stats = lstatSync(path)
    return stats.isFile() && !nodes.has(stats.ino) && readFileSync(path, 'utf8').includes(OUTSIDE)
  })
}

function temporaries(folder: string): string[] {
  return namesIn(folder).filter((path) => path.includes('.countersign-'))
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
}

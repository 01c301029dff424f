import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { clientInProcess } from '../../../src/main/rpc/client'
import { approve } from '../crash/cases'
import { folderPicture } from '../crash/picture'
import { createStage } from '../crash/stage'
import { openTestCore } from '../open-test-core'
import { propose } from '../propose'
import { isThere } from './at-calls'
import { furnishSwap } from './changes'
import { calls, holding, refurnish } from './loop'
import { type Swap, startSwapper } from './swapper'

const person = { kind: 'command_line', name: 'Command line' } as const

/** What is swapped while all of one kind of change are undone: what is above the names that it works on, and those. */
function swapsIn(parent: string, elsewhere: string, outside: string): Swap[][] {
  const names = [
    '',
    'sub',
    'sub/made',
    'sub/made/new.txt',
    'sub/b.txt',
    'made',
    'made/a.txt',
    'made/sub',
    'a.txt',
  ]
  const paths = [
    ...names.map((name) => join(parent, name)),
    ...['', 'a.txt', 'sub'].map((name) => join(elsewhere, name)),
  ]
  return paths.flatMap((path): Swap[][] => [
    [[path, 'link', outside]],
    [[path, 'hard link', join(outside, 'a.txt')]],
    [[path, 'folder']],
    [[path, 'nothing']],
  ])
}

/**
 * Undoes changes while a process swaps. What is told as undone is; what is refused stands whole, and is undone once the
 * swapping has ended. Answers how many were undone and how many refused at first.
 */
export async function undoWhileSwapped(undos: number): Promise<Map<'undone' | 'refused', number>> {
  const stage = createStage()
  const places = furnishSwap({ base: dirname(stage.work), docs: stage.work })
  const elsewhere = join(stage.work, 'elsewhere')
  const outside = folderPicture(places.outside)
  const opened = await openTestCore({ data: stage.data, roots: [stage.work] })
  const client = clientInProcess(opened.core.router, { actor: person, approval: null })
  const outcomes = new Map<'undone' | 'refused', number>()
  const tools = calls(places.parent, elsewhere)
  const swaps = swapsIn(places.parent, elsewhere, places.outside)
  try {
    for (let round = 0; round < undos; round++) {
      refurnish(stage.work, places)
      const before = folderPicture(stage.work)
      const [tool, input] = tools[round % tools.length] ?? ['', null]
      await approve(client, await propose(client, tool, input))
      const after = folderPicture(stage.work)
      const [change] = await client.changes.list({ limit: 1 })
      const swapped = swaps[Math.floor(round / tools.length) % swaps.length] ?? []
      const swapper = await startSwapper(swapped)
      swapper.go()
      const failure = await client.changes.undo({ id: change?.id ?? '' }).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      )
      swapper.halt()
      await swapper.end()
      for (const [path] of swapped) endSwap(path)
      const where = `round ${round}, ${tool}, ${swapped.join()}: ${failure?.message}`
      outcomes.set(
        failure === null ? 'undone' : 'refused',
        (outcomes.get(failure === null ? 'undone' : 'refused') ?? 0) + 1,
      )
      expect(folderPicture(places.outside), where).toEqual(outside)
      expect(holding(stage.work, places), where).toEqual([])
      if (failure !== null) {
        expect(failure, where).toMatchObject({ code: expect.stringMatching(/^(?!internal)/i) })
        expect(failure.message, where).not.toMatch(/\bE[A-Z]{4,}\b|undefined|Error:/)
        // What could not be rolled back at once is before it is undone again.
        if (!/could NOT be rolled back/.test(failure.message)) {
          clearStrays(stage.work, places.outside)
          expect(folderPicture(stage.work), where).toEqual(after)
        }
        await client.changes.undo({ id: change?.id ?? '' })
      }
      clearStrays(stage.work, places.outside)
      expect(folderPicture(stage.work), where).toEqual(before)
    }
    expect(await client.changes.verify()).toMatchObject({ intact: true })
    return outcomes
  } finally {
    await opened.close()
    stage.remove()
  }
}

/** The swapper stood still between two of its steps. */
function endSwap(path: string): void {
  if (!isThere(`${path}.held`)) return
  if (isThere(path)) rmSync(path, { recursive: true })
  renameSync(`${path}.held`, path)
}

/** Links that lead out, and what has the name of something that was swapped, are the swapper's. */
function clearStrays(docs: string, outside: string): void {
  const nodes = new Set(
    [
      outside,
      ...readdirSync(outside, { recursive: true, encoding: 'utf8' }).map((name) => join(outside, name)),
    ].map((path) => lstatSync(path).ino),
  )
  for (const entry of readdirSync(docs, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (isThere(path) && (nodes.has(lstatSync(path).ino) || / \([0-9a-f]{8}\)$/.test(path)))
      rmSync(path, { recursive: true })
  }
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Client } from '../../../src/main/rpc/client'
import { propose } from '../propose'
import { type Seeded, seeded } from '../seeded'
import { startCore } from '../start-core'
import { orphansIn, settled } from './picture'
import { createStage } from './stage'

/** What an applied change leaves at each path; null for nothing. */
type Effect = ReadonlyMap<string, string | null>

/** What was proposed, and what clients were told of it. */
interface Told {
  readonly effects: Map<string, Effect>
  readonly approved: Map<string, string>
  readonly rejected: Set<string>
  readonly undone: Set<string>
  /** Decisions of former rounds, which were checked. */
  count: number
  /** Notes an answer of any kind. */
  answer(): void
  /** Resolves after so many more answers. */
  answered(more: number): Promise<void>
}

function nothingTold(): Told {
  let missing = 0
  let enough: (() => void) | null = null
  return {
    effects: new Map(),
    approved: new Map(),
    rejected: new Set(),
    undone: new Set(),
    count: 0,
    answer() {
      missing--
      if (missing <= 0) enough?.()
    },
    answered: (more) =>
      new Promise((resolve) => {
        missing = more
        enough = resolve
        if (more === 0) resolve()
      }),
  }
}

const clientsAtOnce = 4
const filesOfClient = 3
/** Long enough that a write that is cut off would show. */
const lines = 400
/** A kill comes after so many answers at most, and then within this time (milliseconds). */
const killAfterAnswers = 25
const killWithinMs = 20

/** The text of a file's version: whole or recognizably not. */
function version(number: number): string {
  return `version ${number}\n${`line of ${number}\n`.repeat(lines)}`
}

/**
 * Kills a core that several clients load with everything at once, again and again, and holds what is there after
 * each start against what the clients were told and against what the ledger says.
 */
export async function killUnderLoad(options: { readonly kills: number; readonly seed: number }): Promise<{
  readonly told: number
}> {
  const { kills, seed } = options
  const random = seeded(seed)
  const stage = createStage()
  const told = nothingTold()
  const files = Array.from({ length: clientsAtOnce }, (_, client) =>
    Array.from({ length: filesOfClient }, (_, file) => join(stage.work, `${client}-${file}.txt`)),
  )
  for (const path of files.flat()) writeFileSync(path, version(0))
  try {
    for (let round = 0; round <= kills; round++) {
      const core = await startCore({ data: stage.data, roots: [stage.work] })
      if (core === null) throw new Error('A core without a fault point died.')
      try {
        await check(await core.connect(), stage.data, stage.work, told, `seed ${seed}, after kill ${round}`)
        if (round === kills) break
        told.count += told.approved.size + told.rejected.size + told.undone.size
        for (const checked of [told.approved, told.rejected, told.undone]) checked.clear()
        const clients = await Promise.all(files.map(() => core.connect()))
        const working = Promise.all(
          clients.map((client, index) =>
            work(client, { own: files[index] ?? [], folder: stage.work, random, told }),
          ),
        )
        // A client that fails ends the round at once.
        await Promise.race([told.answered(random.below(killAfterAnswers)), working])
        await delay(random.below(killWithinMs))
        await core.kill()
        await working
      } finally {
        await core.kill()
      }
    }
    return { told: told.count }
  } finally {
    stage.remove()
  }
}

interface Desk {
  /** Paths that no other client writes. */
  readonly own: readonly string[]
  readonly folder: string
  readonly random: Seeded
  readonly told: Told
}

/** Works until the core is gone. */
async function work(client: Client, desk: Desk): Promise<void> {
  const { random, told } = desk
  try {
    for (;;) {
      const { tool, input, effect } = call(desk)
      const proposal = await propose(client, tool, input)
      told.effects.set(proposal.id, effect)
      told.answer()
      const { id, planHash, typeToConfirm } = proposal
      switch (random.below(5)) {
        case 0:
          await client.proposals.reject({ id })
          told.rejected.add(id)
          told.answer()
          break
        case 1:
          // Left for another day; the next call finds the files as they were.
          await client.tools.call({ tool: 'read_file', input: { path: desk.own[0] } })
          break
        default: {
          const decided = await client.proposals.approve({ id, planHash, typed: typeToConfirm ?? undefined })
          told.approved.set(id, decided.proposal.status)
          told.answer()
          const { changeId } = decided.proposal
          if (changeId === null || random.below(3) > 0) break
          await client.changes.undo({ id: changeId })
          told.undone.add(changeId)
          told.answer()
        }
      }
    }
  } catch (error) {
    // The end of the core is the end of the work; anything else is a mistake of the test or of the core.
    if (!/ended before it answered|was not taken|Nobody answers/.test(String(error))) throw error
  }
}

/** A call that fits what is there now. */
function call({ own, folder, random }: Desk): { tool: string; input: unknown; effect: Effect } {
  const path = random.pick(own)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : null
  const next = version(1 + random.below(1_000_000))
  if (text === null) {
    return { tool: 'create_file', input: { path, content: next }, effect: new Map([[path, next]]) }
  }
  switch (random.below(6)) {
    case 0:
      return { tool: 'trash_files', input: { paths: [path] }, effect: new Map([[path, null]]) }
    case 1: {
      const added = `appended ${random.below(1_000_000)}\n`
      return {
        tool: 'append_to_file',
        input: { path, content: added },
        effect: new Map([[path, text + added]]),
      }
    }
    case 2: {
      const to = join(folder, `moved-${random.below(1_000_000_000)}.txt`)
      return {
        tool: 'move_files',
        input: { items: [{ from: path, to }] },
        effect: new Map([
          [path, null],
          [to, text],
        ]),
      }
    }
    case 3: {
      const source = join(folder, `document-${random.below(1_000_000_000)}.txt`)
      const content = `The pilot marks buoy ${source} at dawn.\n`
      writeFileSync(source, content)
      return { tool: 'add_document', input: { source }, effect: new Map() }
    }
    default:
      return { tool: 'overwrite_file', input: { path, content: next }, effect: new Map([[path, next]]) }
  }
}

async function check(client: Client, data: string, folder: string, told: Told, where: string): Promise<void> {
  await settled(client)
  expect(await client.system.doctor(), where).toMatchObject({ ok: true })
  expect(await client.changes.verify(), where).toMatchObject({ intact: true })
  expect(orphansIn(data), where).toEqual([])

  const proposals = await client.proposals.list({ status: 'all', limit: 1000 })
  const status = new Map(proposals.map((each) => [each.id, each.status]))
  expect(
    proposals.filter((each) => each.status === 'approved'),
    where,
  ).toEqual([])
  for (const [id, said] of told.approved) expect(status.get(id), `${where}: ${id}`).toBe(said)
  for (const id of told.rejected) expect(status.get(id), `${where}: ${id}`).toBe('rejected')

  const changes = await allChanges(client)
  for (const id of told.undone) {
    expect(changes.find((each) => each.id === id)?.status, `${where}: ${id}`).toBe('undone')
  }
  const applied = changes.filter((each) => each.status === 'applied' && each.proposalId !== null)
  expect(new Set(applied.map((each) => each.proposalId)).size, where).toBe(applied.length)

  // What the ledger says was applied, in its order, is what is on the disk: nothing less, nothing twice.
  const expected = new Map<string, string | null>()
  for (const { proposalId } of [...applied].reverse()) {
    for (const [path, text] of told.effects.get(proposalId ?? '') ?? []) expected.set(path, text)
  }
  for (const name of readdirSync(folder)) {
    if (name.startsWith('document-')) continue
    const path = join(folder, name)
    expect(basename(path), where).toMatch(/^(\d-\d|moved-\d+)\.txt$/)
    const text = readFileSync(path, 'utf8')
    expect(text === (expected.get(path) ?? version(0)), `${where}: ${name}`).toBe(true)
    expected.delete(path)
  }
  expect(
    [...expected].filter(([, text]) => text !== null).map(([path]) => path),
    where,
  ).toEqual([])
  const added = applied.filter((each) => each.tool === 'add_document').length
  expect((await client.library.documents({ status: 'complete', limit: 1 })).total, where).toBe(added)
  expect((await client.library.documents({ status: 'all', limit: 1 })).total, where).toBe(added)
}

async function allChanges(client: Client) {
  const pages = []
  for (let before: number | undefined; ; ) {
    const page = await client.changes.list({ limit: 500, ...(before === undefined ? {} : { before }) })
    pages.push(...page)
    before = page.at(-1)?.number
    if (page.length < 500 || before === undefined) return pages
  }
}

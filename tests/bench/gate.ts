import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { hasBytes } from '../../src/main/changes/digest'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { propose } from '../support/propose'
import { watchBlocking } from './blocking'
import { type Figure, median, range, round } from './figures'
import { openBenchCore } from './gate-core'
import { benchGateOnRead } from './gate-on-read'
import { benchGateScreens } from './gate-screens'

/** Edits of each kind that are counted, after some that warm the engine. */
const rounds = 9
const warmUpRounds = 2
/** Proposals of a small file that are counted. */
const proposals = 60
const megabyte = 1_000_000
/** Characters of a line of the edited file, its end included. */
const lineLength = 80

interface Edit {
  readonly old_text: string
  readonly new_text: string
  readonly replace_all?: boolean
}

/** Milliseconds. */
interface Times {
  readonly plan: number
  readonly apply: number
  readonly undo: number
}

interface Measured {
  readonly times: readonly Times[]
  /** Milliseconds that the main thread stood still at most. */
  readonly blocked: number
}

/** Times changes from the plan to the undo through the whole core, and the screens of many entries. */
export async function benchGate(options: {
  readonly checkout: string
  readonly chromium: string | undefined
}): Promise<Figure[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-gate-')))
  try {
    const onRead = await benchGateOnRead(root)
    const docs = join(root, 'docs')
    mkdirSync(docs)
    const core = await openBenchCore(options.checkout, join(root, 'data'), [docs])
    let edits: Figure[]
    try {
      edits = await benchEdits(clientInProcess(core.router, { actor: person, approval: null }), docs)
    } finally {
      await core.close()
    }
    return [...onRead, ...edits, ...(await benchGateScreens(options))]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function benchEdits(client: Client, docs: string): Promise<Figure[]> {
  const large = await benchEdit(client, join(docs, 'large.txt'), 10 * megabyte, oneEdit)
  const floor = await benchFloor(docs, 10 * megabyte)
  const several = await benchEdit(client, join(docs, 'several.txt'), 10 * megabyte, tenEdits)
  const everywhere = await benchEdit(client, join(docs, 'all.txt'), 10 * megabyte, everyPlace)
  const accents = await benchEdit(client, join(docs, 'accents.txt'), 10 * megabyte, oneEdit, 'ä€😀')
  const small = await benchEdit(client, join(docs, 'small.txt'), megabyte, oneEdit)
  return [
    editFigure('10 MB', large, '< 150'),
    {
      name: 'bare: read, hash, write and fsync 10 MB, twice',
      value: round(median(floor)),
      unit: 'ms',
      spread: range(floor),
    },
    {
      name: 'the main thread stood still at most during that',
      value: round(large.blocked),
      unit: 'ms',
      target: '< 50',
    },
    editFigure('10 MB, ten edits', several),
    editFigure('10 MB, replace_all in 1,000 places', everywhere),
    editFigure('10 MB, with characters beyond ASCII', accents),
    editFigure('1 MB', small),
    await benchProposals(client, docs),
  ]
}

function editFigure(what: string, { times, blocked }: Measured, target?: string): Figure {
  const sums = times.map(({ plan, apply, undo }) => plan + apply + undo)
  const part = (name: keyof Times) => `${round(median(times.map((one) => one[name])))} ms ${name}`
  return {
    name: `an edit of ${what}: plan, apply and undo`,
    value: round(median(sums)),
    unit: 'ms',
    ...(target === undefined ? {} : { target }),
    spread: range(sums),
    comparison: `${part('plan')} + ${part('apply')} + ${part('undo')}; longest block ${round(blocked)} ms`,
  }
}

async function benchEdit(
  client: Client,
  path: string,
  size: number,
  editsOf: (round: number) => readonly Edit[],
  more = 'plain',
): Promise<Measured> {
  const times: Times[] = []
  let blocked = 0
  const bytes = Buffer.from(textOf(size, more))
  for (let index = 0; index < warmUpRounds + rounds; index++) {
    // Another text each time: nothing of it is in the store yet, as with a file that is edited for the first time.
    bytes.write(`Round ${index} `)
    await writeFile(path, bytes, { flush: true })
    const blocking = watchBlocking()
    const started = performance.now()
    const proposal = await proposeEdit(client, path, editsOf(index))
    const planned = performance.now()
    const { proposal: applied } = await client.proposals.approve({
      id: proposal.id,
      planHash: proposal.planHash,
    })
    const appliedAt = performance.now()
    if (applied.changeId === null) throw new Error(`The edit was not applied: ${applied.reason}`)
    await client.changes.undo({ id: applied.changeId })
    const undone = performance.now()
    const { own } = blocking.stop()
    if (!(await hasContent(path, bytes))) throw new Error('The undo did not bring back what was there.')
    if (index < warmUpRounds) continue
    times.push({ plan: planned - started, apply: appliedAt - planned, undo: undone - appliedAt })
    blocked = Math.max(blocked, own)
  }
  return { times, blocked }
}

/** Reads into memory that is there already: what the bench leaves to the garbage collector is not the product's. */
async function hasContent(path: string, expected: Buffer): Promise<boolean> {
  const handle = await open(path)
  try {
    return await hasBytes(handle, expected)
  } finally {
    await handle.close()
  }
}

async function benchProposals(client: Client, docs: string): Promise<Figure> {
  const path = join(docs, 'note.txt')
  await writeFile(path, textOf(4_000, 'short'))
  const times: number[] = []
  for (let index = 0; index < proposals; index++) {
    const started = performance.now()
    const { id } = await proposeEdit(client, path, oneEdit(index))
    if (index >= warmUpRounds) times.push(performance.now() - started)
    await client.proposals.reject({ id })
  }
  return {
    name: 'a proposal of an edit of a small file, from the call to stored',
    value: round(median(times), 1),
    unit: 'ms',
    target: '< 10',
    spread: range(times, 1),
  }
}

/** What nobody can do without: read, hash, write and make durable, for the change and for its undo. */
async function benchFloor(docs: string, size: number): Promise<number[]> {
  const path = join(docs, 'bare.txt')
  await writeFile(path, textOf(size, 'bare'), { flush: true })
  const times: number[] = []
  for (let index = 0; index < rounds; index++) {
    const started = performance.now()
    for (const name of ['changed.txt', 'undone.txt']) {
      const bytes = await readFile(path)
      hashOf(bytes)
      const handle = await open(join(docs, name), 'w')
      await handle.writeFile(bytes)
      await handle.sync()
      await handle.close()
    }
    times.push(performance.now() - started)
  }
  return times
}

const proposeEdit = (client: Client, path: string, edits: readonly Edit[]) =>
  propose(client, 'edit_file', { path, edits })

/** Lines that differ, so that each is a place of its own; each thousandth part has the same mark. */
function textOf(size: number, more: string): string {
  const count = Math.floor(size / lineLength)
  const step = Math.ceil(count / 1000)
  return Array.from({ length: count }, (_, line) => {
    const mark = line % step === 0 ? ' marked' : ''
    return `${`Line ${line}${mark} ${more} has words to read and nothing else of note`.padEnd(lineLength - 1, '.')}\n`
  }).join('')
}

function oneEdit(index: number): Edit[] {
  return [{ old_text: 'Line 20 ', new_text: `Line twenty of ${index} ` }]
}

function tenEdits(index: number): Edit[] {
  return Array.from({ length: 10 }, (_, part) => ({
    old_text: `Line ${part * 10_000 + 21} `,
    new_text: `Line ${part} of edit ${index} `,
  }))
}

function everyPlace(index: number): Edit[] {
  return [{ old_text: ' marked', new_text: ` changed in ${index}`, replace_all: true }]
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

import { rmSync } from 'node:fs'
import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, clientInProcess, fromClientError } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { contract } from '../../src/shared/contract'
import { attachTo } from '../support/attach-to'
import { changeByHand } from '../support/change-by-hand'
import { converse } from '../support/converse'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { freshFolder } from '../support/start-host'

// Whatever an id is, a call that names nothing says so: it ends nothing else, and is no fault of the program.

let test: TestCore
let client: Client
let leave: () => void
let granted: string
let before: Awaited<ReturnType<typeof listed>>
beforeAll(async () => {
  test = await openTestCore()
  const attached = await attachTo(test.folder, { kind: 'command_line', name: 'Command line' })
  client = attached.client
  leave = () => attached.close()
  granted = freshFolder('granted')
  const window = clientInProcess(test.core.router, { actor: person, approval: null })
  await converse(window, '/list_collections', 30_000)
  await changeByHand(window, 'create_contact', { kind: 'person', name: 'Ann' })
  await changeByHand(window, 'create_task', { title: 'Caulk the hull' })
  await window.notes.create({ title: 'Tides', content: 'High water.', tags: [] })
  await window.library.createCollection({ name: 'Sea' })
  await window.files.grant({ path: granted })
  before = await listed(window)
}, 60_000)
afterAll(async () => {
  leave()
  await test.close()
  rmSync(granted, { recursive: true, force: true })
})

/** All that a call might end or change in passing. */
async function listed(client: Client) {
  return {
    conversations: await client.conversations.list(),
    contacts: await client.contacts.list({}),
    tasks: await client.tasks.list({}),
    notes: await client.notes.list({}),
    collections: await client.library.collections(),
    grants: await client.files.grants(),
  }
}

const ids = [
  'none',
  '0',
  '-1',
  '99999999999999999999',
  '1e999',
  '',
  ' ',
  '../../settings',
  '/etc/passwd',
  '__proto__',
  'constructor',
  "1' OR '1'='1",
  '%',
  '\u0000',
  '\ud800',
  '\u202e1',
  'x'.repeat(100_000),
]

/** What a procedure may be given that names something by an id, and the rest as it is most often. */
const inputsOf = (id: string): readonly Record<string, unknown>[] => [
  { id },
  { ids: [id] },
  { runId: id },
  { conversationId: id },
  { id, revision: 1 },
  { id, planHash: id },
  { id, enabled: false },
  { id, title: 'Tides' },
  { id, name: 'Tides' },
  { conversationId: id, messageId: id },
  { id, limit: 5 },
  { assistant: id, tool: id, policy: 'deny' },
  { id, page: 1 },
  { id, number: 1 },
  { documentId: id, number: 1 },
  { collectionId: id },
  { id, folderId: id },
  { id, inputs: {}, revision: 1 },
]

interface Named {
  readonly path: readonly string[]
  readonly accepts: (input: unknown) => boolean
}

function procedures(router: object, path: readonly string[] = []): Named[] {
  return Object.entries(router).flatMap(([name, part]): Named[] => {
    const here = [...path, name]
    if (!isContractProcedure(part)) return procedures(part as object, here)
    const schema = part['~orpc'].inputSchema as
      | { safeParse(input: unknown): { success: boolean } }
      | undefined
    return schema === undefined ? [] : [{ path: here, accepts: (input) => schema.safeParse(input).success }]
  })
}

/** These are given something that is made, stored or waited for under whatever id it is given. */
const takesAnyId = new Set(['events.watch'])

const all = procedures(contract).filter(({ path }) => !takesAnyId.has(path.join('.')))
const byId = all.filter(({ accepts }) => inputsOf('none').some(accepts))

it('knows most procedures that take an id', () => {
  expect(byId.length).toBeGreaterThan(40)
})

it.each(byId.map(({ path, accepts }) => [path.join('.'), path, accepts] as const))(
  '%s',
  async (_name, path, accepts) => {
    const faults: string[] = []
    for (const id of ids) {
      for (const input of inputsOf(id).filter(accepts)) {
        const call = path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], client) as (
          input: unknown,
        ) => Promise<unknown>
        const failure = await call(input).then(
          () => null,
          (error: unknown) => fromClientError(error),
        )
        if (failure !== null && failure.code !== 'not_found')
          faults.push(`${JSON.stringify(input).slice(0, 200)}: ${failure.code} ${failure.message}`)
      }
    }
    expect(faults).toEqual([])
  },
)

it('left all that was there as it was', async () => {
  for (const [list, entries] of Object.entries(before)) expect(entries, list).not.toEqual([])
  expect(await listed(client)).toEqual(before)
})

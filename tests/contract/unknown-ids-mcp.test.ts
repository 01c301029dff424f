import { Client, InMemoryTransport, type Tool } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMcpServer } from '../../src/main/mcp/create-server'
import { type Client as CoreClient, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { changeByHand } from '../support/change-by-hand'
import { openTestCore, type TestCore } from '../support/open-test-core'

// Whatever a program sends, each call ends in a sentence that it can act on, and nothing of it is done or proposed.

let test: TestCore
let window: CoreClient
let program: Client
let tools: readonly Tool[]
let before: unknown
beforeAll(async () => {
  test = await openTestCore()
  window = clientInProcess(test.core.router, { actor: person, approval: null })
  await changeByHand(window, 'create_contact', { kind: 'person', name: 'Ann' })
  await changeByHand(window, 'create_task', { title: 'Caulk the hull' })
  await window.notes.create({ title: 'Tides', content: 'High water.', tags: [] })
  await window.library.createCollection({ name: 'Sea' })
  const client = clientInProcess(test.core.router, {
    actor: { kind: 'mcp_client', name: 'Editor' },
    approval: null,
    runId: 'program',
  })
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = createMcpServer({ core: { client: async () => client }, version: '1.0.0' })
  program = new Client({ name: 'Editor', version: '1.0.0' })
  await Promise.all([server.connect(far), program.connect(near)])
  tools = (await program.listTools()).tools
  before = await listed()
}, 60_000)
afterAll(async () => {
  await program.close()
  await test.close()
})

/** All that a call might change in passing, and what waits. */
const listed = async () => ({
  contacts: await window.contacts.list({}),
  tasks: await window.tasks.list({}),
  notes: await window.notes.list({}),
  collections: await window.library.collections(),
  proposals: await window.proposals.list({ status: 'pending', limit: 100 }),
})

interface Field {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Field[]
  readonly items?: Field
  readonly properties?: Readonly<Record<string, Field>>
  readonly required?: readonly string[]
  readonly minItems?: number
  readonly minimum?: number
}

/** Some value that a schema takes. */
function some(field: Field): unknown {
  if (field.const !== undefined) return field.const
  if (field.enum !== undefined) return field.enum[0]
  if (field.anyOf?.[0] !== undefined) return some(field.anyOf[0])
  switch (field.type) {
    case 'array':
      return Array.from({ length: Math.max(1, field.minItems ?? 1) }, () => some(field.items ?? {}))
    case 'object':
      return someOf(field)
    case 'number':
    case 'integer':
      return Math.max(1, field.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return 'x'
  }
}

function someOf({ properties = {}, required = [] }: Field): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, some(properties[name] ?? {})]))
}

async function refused(name: string, given: Record<string, unknown>): Promise<string | null> {
  const answer = await program.callTool({ name, arguments: given })
  const [first] = answer.content
  const said = first?.type === 'text' ? first.text : ''
  const { code } = (answer._meta?.['countersign/error'] ?? {}) as { readonly code?: string }
  const isClear = answer.isError === true && code !== undefined && code !== 'internal' && said.length > 10
  return isClear && !/undefined|\[object|\bat \S+:\d+|Zod/u.test(said)
    ? null
    : `${name} ${JSON.stringify(given).slice(0, 160)}: ${code} ${said.slice(0, 200)}`
}

/** Names that no record has, and that break what trusts them. */
const ids = [
  'none',
  '0',
  '-1',
  '',
  '../../settings',
  '__proto__',
  "1' OR '1'='1",
  '%',
  '\u0000',
  '\u202e1',
  'x'.repeat(10_000),
]
const naming = /(?:^|_)(?:id|ids)$|^(?:parent|needs|assistant|cursor)$/u

it('an id that names nothing ends in a sentence, whichever tool is given it', async () => {
  const faults: string[] = []
  let tried = 0
  for (const { name, inputSchema } of tools) {
    const schema = inputSchema as Field
    for (const [field, shape] of Object.entries(schema.properties ?? {})) {
      if (!naming.test(field)) continue
      for (const id of ids) {
        tried += 1
        const given = { ...someOf(schema), [field]: shape.type === 'array' ? [id] : id }
        const fault = await refused(name, given)
        if (fault !== null) faults.push(fault)
      }
    }
  }
  expect(faults).toEqual([])
  expect(tried).toBeGreaterThan(200)
}, 120_000)

it('a field that is missing, unknown or of another shape is named in what refuses it', async () => {
  const faults: string[] = []
  for (const { name, inputSchema } of tools) {
    const schema = inputSchema as Field
    const wrong: { readonly field: string; readonly given: Record<string, unknown> }[] = [
      { field: 'no_such_field', given: { ...someOf(schema), no_such_field: 1 } },
    ]
    for (const field of schema.required ?? []) {
      const { [field]: _, ...without } = someOf(schema)
      const odd = [null, { a: { b: [] } }, true, -1e308].map((value) => ({ ...without, [field]: value }))
      wrong.push(...[without, ...odd].map((given) => ({ field, given })))
    }
    for (const { field, given } of wrong) {
      const { isError, content, _meta } = await program.callTool({ name, arguments: given })
      const { code } = (_meta?.['countersign/error'] ?? {}) as { readonly code?: string }
      const [first] = content
      const said = first?.type === 'text' ? first.text : ''
      if (isError !== true || code !== 'invalid_input' || !said.includes(field))
        faults.push(`${name} ${JSON.stringify(given)}: ${code} ${said.slice(0, 200)}`)
    }
  }
  expect(faults).toEqual([])
}, 120_000)

it('a tool that there is not is said to be none', async () => {
  for (const name of ['none', '', '__proto__', 'constructor', 'x'.repeat(10_000)])
    expect(await refused(name, {})).toBeNull()
})

it('left all that was there as it was', async () => {
  expect(await listed()).toEqual(before)
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMcpBench, type McpBench } from '../../../../tests/support/mcp-server/bench'
import {
  type FixtureMcp,
  type FixtureTool,
  fixtureMcp,
  tideTool,
} from '../../../../tests/support/mcp-server/fixture'
import { workedMs } from '../../../../tests/support/processor-time'
import { person } from '../../../shared/actor'
import type { McpTimes } from './limits'

let bench: McpBench
const open = (times: Partial<McpTimes> = {}) => {
  bench = createMcpBench({ times })
}
beforeEach(() => open())
afterEach(() => bench.close())

const tides = (first: FixtureMcp) => fixtureMcp(bench.folder, 'Tides', first)
const reading = async (tool: string, input: unknown = {}, more: Parameters<McpBench['call']>[2] = {}) => {
  const answered = await bench.call(`mcp_tides_${tool}`, input, more)
  if (answered.status !== 'done') throw new Error('It was proposed.')
  return answered.result
}
/** What a server that misbehaves while it is connected ends in, by the code of its sentence. */
const stateWith = async (first: FixtureMcp, times: Partial<McpTimes> = {}) => {
  await bench.close()
  open(times)
  const { id } = await bench.add(tides(first).draft)
  const { state, error } = await bench.connect(id)
  return [state, error?.said?.code]
}
const offered = async (...tools: FixtureTool[]) => {
  const { id } = await bench.add(tides({ tools }).draft)
  await bench.connect(id)
  return bench.servers.tools(id)
}

describe('a hostile server', () => {
  it('is told in a sentence when it does not start, ends at once, never answers or writes what is no message', async () => {
    expect(await stateWith({ exit: 3 })).toEqual(['failed', 'mcp.ended'])
    expect(await stateWith({ silent: true }, { startMs: 1500 })).toEqual(['failed', 'mcp.no_answer'])
    expect(await stateWith({ garbage: 'Ready to serve!' })).toEqual(['failed', 'mcp.not_protocol'])
    const { draft } = tides({})
    const missing = {
      ...draft,
      name: 'None',
      connection: { ...draft.connection, program: 'no-such-program' },
    }
    const { id } = await bench.add(missing as typeof draft)
    expect(await bench.connect(id)).toMatchObject({
      state: 'failed',
      error: { said: { code: 'mcp.no_program' } },
    })
  })

  it('is told as ended where it took nothing more before it did', async () => {
    await bench.close()
    open({ graceMs: 5000 })
    const { id } = await bench.add(tides({ deaf: 3 }).draft)
    expect(await bench.connect(id)).toMatchObject({
      state: 'failed',
      error: { said: { code: 'mcp.ended', values: { how: '3' } } },
    })
  })

  it('is given up where it takes nothing more and lives on, and can be started anew', async () => {
    const server = tides({ tools: [{ name: 'deafen' }, { name: 'long' }] })
    const { id } = await bench.addWhole(server.draft, 'read')
    await reading('deafen', {}, { runId: '1', conversationId: '1' })
    const { error } = await reading('long', { characters: 3 }, { runId: '2', conversationId: '2' })
    expect(error?.said?.code).toBe('mcp.ended')
    await expect.poll(() => bench.servers.list().find((each) => each.id === id)?.state).toBe('failed')
    expect((await bench.connect(id)).state).toBe('connected')
    expect(server.starts()).toHaveLength(2)
  })

  it('is tried again with pauses, and after a few failures in a row only by a person', async () => {
    await bench.close()
    open({ pausesMs: [0, 0] })
    const server = tides({ tools: [{ name: 'die' }] })
    await bench.addWhole(server.draft, 'read')
    const codes = []
    for (let at = 0; at < 4; at += 1) {
      const { error } = await reading('die', {}, { runId: `${at}`, conversationId: `${at}` })
      codes.push(error?.said?.code)
    }
    expect(codes).toEqual(['mcp.ended', 'mcp.ended', 'mcp.ended', 'mcp.often_failed'])
    expect(server.starts()).toHaveLength(3)
    expect((await bench.connect(bench.servers.list()[0]?.id ?? '')).state).toBe('connected')
  })

  it('is not waited for longer than the person chose; progress prolongs a call, up to a limit', async () => {
    await bench.close()
    open({ wholeCallMs: 5500 })
    const server = tides({ tools: [{ name: 'never' }, { name: 'slow' }] })
    await bench.addWhole({ ...server.draft, callSeconds: 5 }, 'read')
    const [never, slow, tooSlow] = await Promise.all([
      reading('never', {}, { runId: '1', conversationId: '1' }),
      reading('slow', { steps: 3, pause: 200 }, { runId: '2', conversationId: '2' }),
      reading('slow', { steps: 100, pause: 100 }, { runId: '3', conversationId: '3' }),
    ])
    expect(never.error).toMatchObject({ code: 'timeout', said: { code: 'mcp.no_answer' } })
    expect(slow.content).toBe('slow but done')
    expect(tooSlow.error).toMatchObject({ code: 'timeout' })
  })

  it('sends no result that is larger than is taken, and of a long one the model is given a part', async () => {
    const server = tides({ tools: [{ name: 'huge' }, { name: 'long' }] })
    await bench.addWhole(server.draft, 'read')
    expect((await reading('huge')).error).toMatchObject({ said: { code: 'mcp.too_large' } })
    const long = await reading('long', { characters: 1_500_000 }, { runId: '2', conversationId: '2' })
    expect(long.content.length).toBeLessThan(61_000)
    expect(long.content).toMatch(/\[940000 more characters are left out\]$/)
    expect(long.state).toMatchObject({ left_out: 500_000 })
  })

  it('is told as one that answers nonsense where its data lies deeper than anyone reads', async () => {
    const server = tides({ tools: [{ name: 'deep' }] })
    await bench.addWhole(server.draft, 'read')
    const deep = (levels: number) =>
      reading('deep', { levels }, { runId: `${levels}`, conversationId: `${levels}` })
    expect((await deep(20)).success).toBe(true)
    expect((await deep(150)).error?.said?.code).toBe('mcp.bad_answer')
  })

  it('that sends numbers which can’t be kept exactly is not taken at its rounded word', async () => {
    await bench.addWhole(tides({ tools: [{ name: 'numbers' }] }).draft, 'read')
    const told = (written: string, more = {}) =>
      reading('numbers', { written, ...more }, { runId: written, conversationId: written })
    const rounded = await told('12345678901234567890')
    expect(rounded.content).toMatch(/may be rounded: use none of them as an id\]$/)
    expect(rounded.state).toMatchObject({ rounded: true })
    // The text has its digits still.
    const inText = await told('-9007199254740993', { say: 'Berth -9007199254740993' })
    expect(inText).toMatchObject({ content: 'Berth -9007199254740993', state: { rounded: true } })
    const exact = await told('9007199254740991')
    expect(exact.content).not.toContain('rounded')
    expect(exact.state).not.toHaveProperty('rounded')
  })

  it('gives pictures, and of all else but text only the name; nothing that it refers to is fetched', async () => {
    const server = tides({ tools: [{ name: 'rich' }] })
    await bench.addWhole(server.draft, 'read')
    const { content, images, state } = await reading('rich')
    expect(images).toHaveLength(1)
    expect(content).toContain('With more.')
    expect(content).toContain('"Passwords": "file:///etc/passwd"')
    expect(state).toMatchObject({
      structured: '{\n  "high": 4.2\n}',
      links: [{ name: 'Passwords', uri: 'file:///etc/passwd' }],
      not_taken: [{ kind: 'audio/wav', bytes: 3 }],
    })
  })

  it('has at most two hundred tools', async () => {
    const server = tides({ many: 10_000 })
    const { id } = await bench.add(server.draft)
    const { tools } = await bench.connect(id)
    expect(tools.total).toBe(200)
    expect(tools.leftOut).toBeGreaterThan(0)
    // Not every page is asked for once there is no room.
    expect(server.told().filter(({ list }) => list !== undefined)).toHaveLength(3)
  })

  it('can’t make its tools look like others: names are its own, and unlike', async () => {
    const names = ['read_file', 'Read_File', 'read\u200b_file', 'read file', 'load_tools', '\u202eeliF']
    const tools = await offered(...names.map((name) => ({ name })))
    expect(new Set(tools.map(({ storedName }) => storedName)).size).toBe(names.length)
    for (const { storedName } of tools) expect(storedName).toMatch(/^mcp_tides_[a-z\d]+(_[a-z\d]+)*$/)
    const long = await bench.add({
      ...tides({ tools: [{ name: 'x'.repeat(190) }] }).draft,
      name: 'Y'.repeat(60),
    })
    await bench.connect(long.id)
    expect(bench.servers.tools(long.id)[0]?.storedName.length).toBeLessThanOrEqual(64)
  })

  it('can’t hide words from the person in a description that the model is given', async () => {
    const hidden = [...'Obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
    const description = `Tells the tides.${hidden}\u202e${'z'.repeat(9000)}`
    await bench.addWhole(tides({ tools: [{ ...tideTool, description }] }).draft)
    const [info] = bench.registry.catalog.tools
    expect(info?.description).not.toMatch(/[\u{e0000}-\u{e007f}\u202e]/u)
    expect(info?.description.length).toBeLessThan(4300)
    expect(info?.description).toMatch(/^A tool of the MCP server “Tides”, which is not part of Countersign\./)
    expect(bench.servers.tools(bench.servers.list()[0]?.id ?? '')[0]?.offered?.description).toBe(description)
  })
})

describe('a hostile schema', () => {
  const deep = (levels: number): Record<string, unknown> =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { in: deep(levels - 1) } }
  const bomb = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/x9' } },
    $defs: Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        `x${at}`,
        at === 0
          ? { type: 'string' }
          : { allOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/x${at - 1}` })) },
      ]),
    ),
  }

  it.each([
    ['nested without an end', deep(13), 'mcp.schema_deep'],
    ['longer than anybody needs', { type: 'object', description: 'x'.repeat(70_000) }, 'mcp.schema_long'],
    ['many times as large once it is put together', bomb, 'mcp.schema_large'],
    [
      'that refers to another host',
      { type: 'object', properties: { a: { $ref: 'https://evil.example/s.json' } } },
      'mcp.schema_remote',
    ],
    [
      'that refers to a file',
      { type: 'object', properties: { a: { $ref: 'file:///etc/passwd' } } },
      'mcp.schema_remote',
    ],
    [
      'that refers to nothing',
      { type: 'object', properties: { a: { $ref: '#/$defs/none' } } },
      'mcp.schema_broken',
    ],
    [
      'with fields that no model’s server takes',
      { type: 'object', properties: { 'a b': {} } },
      'mcp.schema_names',
    ],
  ])('%s is told of and can’t be allowed', async (_what, inputSchema, code) => {
    const [tool] = await offered({ name: 'odd', inputSchema })
    expect(tool?.problem?.said?.code).toBe(code)
    // Nothing can be decided of it, so that it does not wait for ever.
    expect(bench.servers.list()[0]?.tools.waiting).toBe(0)
    const decision = {
      name: 'odd',
      offeredHash: tool?.offeredHash ?? '',
      allowed: true,
      class: 'read',
    } as const
    expect(() => bench.servers.review(bench.servers.list()[0]?.id ?? '', [decision], person)).toThrow()
  })

  it('that refers to itself is left open where it does', async () => {
    const inputSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, parts: { type: 'array', items: { $ref: '#' } } },
      required: ['name'],
    }
    await bench.addWhole(tides({ tools: [{ name: 'tree', inputSchema }] }).draft, 'read')
    expect(await reading('tree', { name: 'a', parts: [{ anything: 1 }] })).toMatchObject({ success: true })
  })

  it('can’t keep the program busy by a pattern that takes for ever', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    await bench.addWhole(tides({ tools: [{ name: 'bomb', inputSchema }] }).draft, 'read')
    const began = workedMs()
    expect(await reading('bomb', { a: `${'a'.repeat(40)}!` })).toMatchObject({ success: true })
    expect(workedMs() - began).toBeLessThan(5000)
  })

  it('can’t reach what every object has', async () => {
    const inputSchema = {
      type: 'object',
      properties: { toString: { type: 'string' }, constructor: { type: 'string' } },
    }
    await bench.addWhole(tides({ tools: [{ name: 'proto', inputSchema }] }).draft, 'read')
    expect(await reading('proto')).toMatchObject({ success: true })
  })

  it('is not sent a call without a field that was given and would be lost on the way', async () => {
    const server = tides({ tools: [{ name: 'any', inputSchema: { type: 'object' } }] })
    await bench.addWhole(server.draft, 'read')
    for (const given of ['{"__proto__":{"a":1}}', '{"at":{"__proto__":1}}']) {
      expect(await reading('any', JSON.parse(given))).toMatchObject({
        success: false,
        content: expect.stringContaining('__proto__: there is no such field'),
      })
    }
    expect(server.calls()).toEqual([])
  })

  it('is sent no number that is another one than was written', async () => {
    const server = tides({ tools: [{ name: 'any', inputSchema: { type: 'object' } }] })
    await bench.addWhole(server.draft, 'read')
    for (const [given, field] of [
      ['{"id":12345678901234567890}', 'id'],
      ['{"more":[{"id":-9007199254740993}]}', 'more.0.id'],
    ] as const) {
      expect(await reading('any', JSON.parse(given))).toMatchObject({
        success: false,
        content: expect.stringContaining(`${field}: too large to be exact as a number`),
        error: { code: 'invalid_input', field },
      })
    }
    expect(server.calls()).toEqual([])
    expect(await reading('any', { id: Number.MAX_SAFE_INTEGER, share: 1e-30 })).toMatchObject({
      success: true,
    })
  })

  it('is sent a number of any size where it takes every number, and none that may be an id', async () => {
    const number = { type: 'number' }
    const inputSchema = {
      type: 'object',
      properties: {
        mass: number,
        several: { type: 'array', items: { anyOf: [number, { type: 'null' }] } },
        id: { type: 'integer' },
        either: { anyOf: [number, { type: 'integer' }] },
        whole: { allOf: [number, { type: 'integer' }] },
      },
      additionalProperties: number,
    }
    const server = tides({ tools: [{ name: 'any', inputSchema }] })
    await bench.addWhole(server.draft, 'read')
    const given = { mass: 1e20, several: [2 ** 63, null], other: 1e18 }
    expect(await reading('any', given)).toMatchObject({ success: true })
    expect(server.calls()).toEqual([{ call: 'any', given }])
    for (const field of ['id', 'either', 'whole']) {
      const refused = await reading('any', { [field]: 1e20 }, { runId: field, conversationId: field })
      expect(refused.error, field).toMatchObject({ code: 'invalid_input', field })
    }
  })

  it('has each wrong field named before anything is sent', async () => {
    const server = tides({ tools: [tideTool] })
    await bench.addWhole(server.draft)
    expect(await reading('tide_of_day', { day: 1.5 })).toMatchObject({
      success: false,
      content: expect.stringMatching(/harbour is missing\..*day: .*takes: harbour, day/s),
      error: { code: 'invalid_input', field: 'harbour' },
    })
    expect(server.calls()).toEqual([])
  })
})

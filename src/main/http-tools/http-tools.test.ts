import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpBench, type HttpBench, httpDraft } from '../../../tests/support/http-tools-bench'
import { type Site, servePages } from '../../../tests/support/serve-pages'
import { person } from '../../shared/actor'
import type { Proposal } from '../../shared/contract/changes'
import { offeredTo } from '../rpc/offered-tools'
import type { GateCall } from '../services/gate'

let bench: HttpBench
let site: Site
beforeEach(async () => {
  bench = createHttpBench()
  site = await servePages({})
})
afterEach(async () => {
  bench.close()
  await site.close()
})

/** What came in at a path. */
interface Asked {
  readonly method: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Answers at a path, and keeps what came in. */
function answering(path: string, answer: (response: ServerResponse) => void): Asked[] {
  const asked: Asked[] = []
  site.pages[path] = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, headers } = request
      asked.push({ method, headers, body: Buffer.concat(parts).toString() })
      answer(response)
    })
  }
  return asked
}
const json = (value: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

const weather = () => ({ url: `${site.origin}/places/{place}?units={units}` })
const ticket = () => ({
  title: 'New ticket',
  method: 'POST' as const,
  url: `${site.origin}/tickets`,
  class: 'destructive_update' as const,
  headers: [{ name: 'Authorization', value: 'Bearer s3cret' }],
  fields: [{ name: 'subject', kind: 'text' as const, description: '', required: true }],
})
const done = async (tool: string, input: unknown, call: Partial<GateCall> = {}) => {
  const outcome = await bench.call(tool, input, call)
  if (outcome.status !== 'done') throw new Error('It was proposed.')
  return outcome.result
}
const proposed = async (tool: string, input: unknown, call: Partial<GateCall> = {}): Promise<Proposal> => {
  const outcome = await bench.call(tool, input, call)
  if (outcome.status !== 'proposed') throw new Error(`It was done: ${outcome.result.content}`)
  return outcome.proposal
}
const approve = ({ id, planHash }: Proposal) => bench.gate.approve({ id, planHash, by: person })

describe('a tool that reads from an address', () => {
  it('asks it with what it is given, and what it answers counts as read from outside', async () => {
    const asked = answering('/places/Husum?units=metric', json({ degrees: 7 }))
    const { name } = await bench.make(weather())
    expect(name).toBe('http_weather')
    const result = await done(name, { place: 'Husum', units: 'metric' })
    expect(result).toMatchObject({
      success: true,
      origin: 'web',
      state: { server: site.host, tool: 'Weather', structured: '{\n  "degrees": 7\n}', text: '' },
    })
    expect(result.content).toContain('"degrees": 7')
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
    // What it said may ask for more: the next one is asked for, whatever it is.
    const next = await proposed(name, { place: 'Husum' })
    expect(next.raisedBecause.join(' ')).toContain(site.host)
    expect(next.preview.sends).toEqual([site.host])
  })

  it('says what the server says where it refuses, and where it leads elsewhere', async () => {
    const { name } = await bench.make(weather())
    answering('/places/a', (response) => response.writeHead(404).end('No such\u202e place.'))
    const refused = await done(name, { place: 'a' })
    expect(refused).toMatchObject({ success: false, error: { said: { code: 'http.failed' } } })
    expect(refused.content).toContain('(404)')
    expect(refused.content).not.toContain('\u202e')
    answering('/places/b', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/x' }).end())
    expect(await done(name, { place: 'b' }, { runId: 'b', conversationId: 'b' })).toMatchObject({
      error: { said: { code: 'http.redirects', values: { to: 'http://127.0.0.1:9/x' } } },
    })
  })

  it.each([
    ['text', { 'content-type': 'text/plain' }, Buffer.from('sunny'), { text: 'sunny', structured: null }],
    ['text without a name', {}, Buffer.from('sunny'), { text: 'sunny' }],
    [
      'another encoding',
      { 'content-type': 'text/plain; charset=iso-8859-1' },
      Buffer.from('Föhr', 'latin1'),
      { text: 'Föhr' },
    ],
    [
      'packed text',
      { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
      gzipSync('sunny'),
      { text: 'sunny' },
    ],
    [
      'ids of more digits than a number holds',
      { 'content-type': 'application/json' },
      Buffer.from('{"id":1234567890123456789,"price":1.10}'),
      { structured: '{\n  "id": 1234567890123456789,\n  "price": 1.10\n}' },
    ],
    [
      'broken JSON',
      { 'content-type': 'application/json' },
      Buffer.from('{"a":'),
      { text: '{"a":', structured: null },
    ],
    [
      'data',
      { 'content-type': 'application/zip' },
      Buffer.alloc(9),
      { not_taken: [{ kind: 'application/zip', bytes: 9 }] },
    ],
    [
      'data that is called text',
      { 'content-type': 'text/plain' },
      Buffer.alloc(9),
      { not_taken: [{ kind: 'text/plain', bytes: 9 }] },
    ],
    ['a picture', { 'content-type': 'image/png' }, Buffer.of(0x89), { pictures: 1 }],
    [
      'what is called a picture',
      { 'content-type': 'image/png' },
      Buffer.of(1),
      { not_taken: [{ kind: 'image/png', bytes: 1 }] },
    ],
    ['nothing', {}, Buffer.alloc(0), { text: '', not_taken: [] }],
  ])('takes %s', async (_what, headers, bytes, state) => {
    answering('/places/x', (response) => response.writeHead(200, headers).end(bytes))
    const { name } = await bench.make(weather())
    const result = await done(name, { place: 'x' })
    expect(result).toMatchObject({ success: true, state })
    expect(result.content).not.toBe('')
  })

  it('takes the beginning of an answer without end', async () => {
    answering('/places/x', (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        while (response.write('ä'.repeat(50_000)));
        response.once('drain', more)
      }
      more()
    })
    const { name } = await bench.make(weather())
    const { state } = (await done(name, { place: 'x' })) as { state: { text: string; left_out: number } }
    expect(state.text.length).toBe(1_000_000)
    expect(/^ä+$/.test(state.text)).toBe(true)
    expect(state.left_out).toBeGreaterThan(1_000_000)
  })

  it('waits no longer than it was told to', async () => {
    answering('/places/x', () => {})
    const { name } = await bench.make({ ...weather(), seconds: 1 })
    expect(await done(name, { place: 'x' })).toMatchObject({ error: { code: 'timeout' } })
  })

  it('does not reach this network by a name that leads there', async () => {
    bench.close()
    bench = createHttpBench({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] })
    const { name } = await bench.make({ url: `https://weather.example:${site.host.split(':')[1]}/{place}` })
    expect(await done(name, { place: 'x' })).toMatchObject({ error: { said: { code: 'web.nearby' } } })
    expect(site.asked).toEqual([])
  })
})

describe('a tool that changes something at an address', () => {
  it('is shown with the exact request, and sends that once it is approved', async () => {
    const asked = answering('/tickets', json({ number: 4 }))
    const { name } = await bench.make(ticket())
    const proposal = await proposed(name, { subject: 'The gate sticks' })
    expect(proposal).toMatchObject({ class: 'destructive_update', toolTitle: 'New ticket', module: 'http' })
    expect(proposal.preview).toMatchObject({
      summary: `“New ticket”: send a request (POST) to ${site.host}`,
      recovery: 'none',
      sends: [site.host],
      changes: [
        {
          kind: 'fields',
          fields: [
            { name: 'POST', before: null, after: `${site.origin}/tickets` },
            { name: 'Authorization', before: null, after: '•••' },
            { name: 'subject', before: null, after: 'The gate sticks' },
          ],
        },
      ],
    })
    expect(JSON.stringify(proposal)).not.toContain('s3cret')
    expect(asked).toEqual([])
    const { proposal: decided, result } = await approve(proposal)
    expect(decided.status).toBe('applied')
    expect(result).toMatchObject({ success: true, origin: 'web' })
    expect(asked).toMatchObject([
      { method: 'POST', body: '{"subject":"The gate sticks"}', headers: { authorization: 'Bearer s3cret' } },
    ])
  })

  it('never runs by itself', async () => {
    const { name } = await bench.make(ticket())
    expect(() =>
      bench.gate.setPolicy({ assistant: 'default', tool: name, policy: 'auto', by: person }),
    ).toThrow()
    for (const call of [
      { actor: person, runId: null },
      { actor: { kind: 'command_line', name: 'Command line' }, approval: 'safe', runId: null },
    ] as const) {
      expect((await proposed(name, { subject: 'x' }, call)).status).toBe('pending')
    }
  })

  it('is not sent once the tool is another one, is switched off, or is gone', async () => {
    const { name, id } = await bench.make(ticket())
    const [first, second, third] = [
      await proposed(name, { subject: 'a' }, { runId: '1' }),
      await proposed(name, { subject: 'b' }, { runId: '2' }),
      await proposed(name, { subject: 'c' }, { runId: '3' }),
    ]
    expect(await bench.gate.baseMoved(first.id)).toBeNull()
    await bench.tools.save(id, httpDraft({ ...ticket(), url: `${site.origin}/other` }), person)
    expect(await bench.gate.baseMoved(first.id)).toMatchObject({ said: { code: 'http.moved' } })
    const moved = await approve(first)
    expect(moved.proposal.status).toBe('conflict')
    bench.tools.enable(id, false, person)
    expect((await approve(second)).proposal.status).not.toBe('applied')
    await bench.tools.remove(id, person)
    expect((await approve(third)).proposal.status).not.toBe('applied')
    expect(site.asked).toEqual([])
  })

  it('says before the decision that it was switched off or removed since, and no more once it is on again', async () => {
    const { name, id } = await bench.make(ticket())
    const waiting = await proposed(name, { subject: 'a' })
    bench.tools.enable(id, false, person)
    expect(await bench.gate.baseMoved(waiting.id)).toMatchObject({ said: { code: 'http.switched_off' } })
    bench.tools.enable(id, true, person)
    expect(await bench.gate.baseMoved(waiting.id)).toBeNull()
    await bench.tools.remove(id, person)
    expect(await bench.gate.baseMoved(waiting.id)).toMatchObject({ said: { code: 'http.gone' } })
    expect((await approve(waiting)).proposal).toMatchObject({
      status: 'conflict',
      said: expect.objectContaining({}),
    })
  })

  it('may or may not have done it where the connection ends in between, and says so', async () => {
    answering('/tickets', (response) => response.destroy())
    const { name } = await bench.make(ticket())
    const { proposal, result } = await approve(await proposed(name, { subject: 'x' }))
    expect(proposal.status).toBe('failed')
    expect(result?.content).toContain('It may or may not have been done')
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('interrupted')
  })
})

describe('what a person makes of an address', () => {
  it('is there after the next start, with its headers where keys are', async () => {
    const made = await bench.make(ticket())
    expect(bench.again().list()).toEqual([made])
    expect(made.headers).toEqual(['Authorization'])
    expect([...bench.kept.values()].join()).toContain('s3cret')
    expect(JSON.stringify(bench.db.raw.prepare('SELECT * FROM http_tools').all())).not.toContain('s3cret')
    expect(bench.events).toContain('http_tools')
  })

  it('is in the catalog while it is switched on, and not for programs over MCP', async () => {
    const { id, name } = await bench.make(weather())
    const offered = () => bench.registry.catalog.tools.map((tool) => tool.name)
    expect(offered()).toEqual([name])
    expect(bench.registry.catalog.tools[0]).toMatchObject({
      module: 'http',
      class: 'read',
      inputSchema: { required: ['place'], additionalProperties: false },
    })
    const program = { kind: 'mcp_client', name: 'Editor' } as const
    expect(offeredTo(program, bench.registry.catalog, bench.gate)).toEqual([])
    const call = await bench.call(name, { place: 'x' }, { actor: program })
    expect(call).toMatchObject({ result: { error: { said: { code: 'foreign.not_for_programs' } } } })
    bench.tools.enable(id, false, person)
    expect(offered()).toEqual([])
    expect(await done(name, { place: 'x' })).toMatchObject({ error: { said: { code: 'http.switched_off' } } })
  })

  it('keeps its name, which is never given again', async () => {
    const { id, name } = await bench.make(weather())
    const renamed = await bench.tools.save(id, httpDraft({ ...weather(), title: 'Forecast' }), person)
    expect(renamed).toMatchObject({ name, title: 'Forecast' })
    await bench.tools.remove(id, person)
    expect(bench.tools.list()).toEqual([])
    expect(await done(name, { place: 'x' })).toMatchObject({ error: { said: { code: 'http.gone' } } })
    expect((await bench.make(weather())).name).toBe('http_weather_2')
  })

  it.each([
    ['no title', { title: ' \u200b ' }, 'title', 'http.no_title'],
    ['no description', { description: ' ' }, 'description', 'http.no_description'],
    ['no address', { url: 'weather' }, 'url', 'web.no_address'],
    ['a file', { url: 'file:///etc/passwd', fields: [] }, 'url', 'web.other_scheme'],
    ['a password in the address', { url: 'https://a:b@c.example/', fields: [] }, 'url', 'web.with_password'],
    ['an open line', { url: 'http://weather.example/', fields: [] }, 'url', 'foreign.http_only_here'],
    ['a field as the host', { url: 'https://{place}.example/' }, 'url', 'http.fixed_host'],
    ['a field as the port', { url: 'https://a.example:{place}/' }, 'url', 'http.fixed_host'],
    ['a field that is none', { url: 'https://a.example/{where}' }, 'url', 'http.no_such_field'],
    ['half a field', { url: 'https://a.example/{place' }, 'url', 'http.odd_braces'],
    ['a fragment', { url: 'https://a.example/#{place}' }, 'url', 'http.no_fragment'],
    [
      'an odd name',
      { url: 'https://a.example/', fields: [{ name: 'a b', kind: 'text', description: '', required: true }] },
      'fields',
      'http.odd_field',
    ],
    [
      'a name of objects',
      {
        url: 'https://a.example/',
        fields: [{ name: '__proto__', kind: 'text', description: '', required: true }],
      },
      'fields',
      'http.odd_field',
    ],
    ['a path that may be left out', { url: 'https://a.example/{units}' }, 'fields', 'http.needed_in_path'],
    [
      'a header of the connection',
      { headers: [{ name: 'Host', value: 'b.example' }] },
      'headers',
      'foreign.odd_header',
    ],
    [
      'a header with a line end',
      { headers: [{ name: 'X-Key', value: 'a\r\nHost: b' }] },
      'headers',
      'foreign.odd_header_value',
    ],
  ] as const)('is refused with %s', async (_what, more, field, code) => {
    const draft = httpDraft(more as Partial<ReturnType<typeof httpDraft>>)
    await expect(bench.tools.save(null, draft, person)).rejects.toMatchObject({
      field,
      said: { code },
    })
    expect(bench.tools.list()).toEqual([])
  })

  it('is made by people alone, and each title once', async () => {
    await bench.make(weather())
    await expect(bench.make({ ...weather(), title: 'WEATHER ' })).rejects.toMatchObject({
      code: 'already_exists',
    })
    const twice = [1, 2].map(() => bench.make({ ...weather(), title: 'Tides' }))
    expect(await Promise.allSettled(twice)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'already_exists' } },
    ])
    const assistant = { kind: 'assistant', name: 'Assistant' } as const
    await expect(bench.tools.save(null, httpDraft(), assistant)).rejects.toMatchObject({ code: 'denied' })
    expect(() => bench.tools.enable(bench.tools.list()[0]?.id ?? '', false, assistant)).toThrow()
  })
})

it.each<[string, (response: ServerResponse) => void]>([
  ['in an answer', json({ got: 'Bearer ab/c"d', again: 'ab/c"d' })],
  [
    'in JSON whose slashes are escaped',
    (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"key":"ab\\/c\\u0022d"}'),
  ],
  ['in a failure', (response) => response.writeHead(400).end('Not Bearer ab/c"d')],
  [
    'in the address of another place',
    (response) => response.writeHead(302, { location: '/in?key=ab/c"d' }).end(),
  ],
  ['in the name of a kind', (response) => response.writeHead(200, { 'content-type': 'a/s3cret' }).end('\0')],
])('what a server repeats of its headers is not told %s', async (_where, answer) => {
  site.pages['/x'] = (_request, response) => answer(response)
  const headers = [
    { name: 'Authorization', value: 'Bearer ab/c"d' },
    { name: 'X-Other', value: 's3cret' },
  ]
  const { name } = await bench.make({ url: `${site.origin}/x`, fields: [], headers })
  const told = JSON.stringify(await bench.call(name, {}))
  expect(told).toContain('•••')
  expect(told).not.toMatch(/ab(?:\/|%2F)c|s3cret/)
})

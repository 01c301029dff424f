import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAnsweringTransport } from './answering-transport'

type AnsweringTransport = ReturnType<typeof createAnsweringTransport>

let input: PassThrough
let transport: AnsweringTransport
let received: JSONRPCMessage[]
let answers: AsyncIterator<string>

beforeEach(async () => {
  input = new PassThrough()
  const output = new PassThrough()
  output.setEncoding('utf8')
  answers = output[Symbol.asyncIterator]()
  transport = createAnsweringTransport(input, output)
  received = []
  transport.onmessage = (message) => received.push(message)
  await transport.start()
})
afterEach(() => transport.close())

const answer = async () => JSON.parse(String((await answers.next()).value))
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'

/** Sends what is refused and then a ping, and gives what was answered to the first. */
async function refusalOf(line: string | Buffer) {
  input.write(line)
  const refusal = await answer()
  expect(received).toEqual([])
  input.write(ping)
  await expect.poll(() => received).toEqual([{ jsonrpc: '2.0', id: 1, method: 'ping' }])
  return refusal
}

describe('standard input and output as a transport', () => {
  // Two million characters are what a tool takes; many clients write each as an escape of six bytes.
  it('takes a message as long as the longest content that a tool takes', async () => {
    const content = '\\u6f6e'.repeat(2_000_000)
    input.write(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_file","arguments":{"content":"${content}"}}}\n`,
    )
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]).toMatchObject({ id: 1, params: { arguments: { content: '潮'.repeat(2_000_000) } } })
  })

  it('reads messages in whatever pieces they come, with either line end and empty lines between', async () => {
    const bytes = Buffer.from(`\n${ping.trim()}\r\n\n{"jsonrpc":"2.0","method":"notifications/ü"}\n`)
    for (const byte of bytes) input.write(Buffer.from([byte]))
    await expect.poll(() => received).toHaveLength(2)
    expect(received[1]).toMatchObject({ method: 'notifications/ü' })
  })

  it('tells whoever sent no JSON, no UTF-8 or a batch that it was not taken, and goes on', async () => {
    const refused = { jsonrpc: '2.0', id: null }
    expect(await refusalOf('{half\n')).toMatchObject({ ...refused, error: { code: -32_700 } })
    received.length = 0
    const broken = Buffer.from([0x22, 0xff, 0x22, 0x0a])
    expect(await refusalOf(broken)).toMatchObject({ ...refused, error: { code: -32_700 } })
    received.length = 0
    const batch = { code: -32_600, message: expect.stringContaining('batches') }
    expect(await refusalOf(`[${ping.trim()}]\n`)).toMatchObject({ ...refused, error: batch })
  })

  it.each([
    ['{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a'],
    ['{"id":7,"method":"ping"}', 7],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":3,"method":"ping","params":[1]}', 3],
    ['{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":1e400,"method":"ping"}', null],
    ['"ping"', null],
  ])('answers %s, which is no message, by its id', async (line, id) => {
    expect(await refusalOf(`${line}\n`)).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32_600 } })
  })

  it.each([
    ['initialize', undefined, ['params']],
    ['initialize', {}, ['params.protocolVersion', 'params.capabilities', 'params.clientInfo']],
    ['tools/call', { arguments: {} }, ['params.name']],
    ['tools/call', { name: 'read_file', arguments: [] }, ['params.arguments']],
    ['tools/list', { cursor: 5 }, ['params.cursor']],
  ])('tells in a sentence what %s lacks with %j', async (method, params, named) => {
    const request = { jsonrpc: '2.0', id: 4, method, params }
    const { id, error } = await refusalOf(`${JSON.stringify(request)}\n`)
    expect({ id, error }).toEqual({
      id: 4,
      error: {
        code: -32_602,
        message: `Invalid params: of ${method} these are missing, or of another kind than the Model Context Protocol says: ${named.join(', ')}.`,
      },
    })
  })

  it('refuses to go on with a list from where it never was', async () => {
    const list = (cursor: string) =>
      `{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":"${cursor}"}}\n`
    expect(await refusalOf(list('page 2'))).toMatchObject({
      id: 4,
      error: { code: -32_602, message: expect.stringContaining('params.cursor') },
    })
    received.length = 0
    input.write(list(''))
    await expect.poll(() => received).toHaveLength(1)
  })

  it('refuses a field that would be lost on the way, instead of doing something else than was asked for', async () => {
    for (const given of ['{"__proto__":{"a":1}}', '{"items":[{"__proto__":1}]}']) {
      const line = `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"x","arguments":${given}}}\n`
      expect(await refusalOf(line)).toMatchObject({
        id: 6,
        error: { code: -32_602, message: expect.stringContaining('__proto__') },
      })
      received.length = 0
    }
  })

  it('answers what is nested too deeply, which could not go on to the holder of the data folder', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const line = `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"arguments":{"a":${deep}}}}\n`
    expect(await refusalOf(line)).toMatchObject({
      id: 5,
      error: { code: -32_600, message: expect.stringContaining('200 levels') },
    })
  })

  it('answers an object of more fields than anything takes, which would keep everyone waiting for minutes', async () => {
    const fields = (count: number) => `{${Array.from({ length: count }, (_, at) => `"f${at}":1`).join(',')}}`
    const call = (id: number, count: number) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"a","arguments":{"in":[${fields(count)}]}}}\n`
    expect(await refusalOf(call(5, 10_001))).toMatchObject({
      id: 5,
      error: { code: -32_600, message: expect.stringContaining('more than 10000 fields') },
    })
    input.write(call(6, 10_000))
    await expect.poll(() => received).toHaveLength(2)
  })

  it('answers a line that is too long without keeping it, and reads the next', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'a')
    for (let count = 0; count < 66; count += 1) input.write(piece)
    input.write('\n')
    expect(await answer()).toMatchObject({
      id: null,
      error: { code: -32_600, message: expect.stringContaining('longer than') },
    })
    input.write(ping)
    await expect.poll(() => received).toHaveLength(1)
  })

  it('takes the last message also where its sender ended the input without a line end', async () => {
    input.end(`${ping}{"jsonrpc":"2.0","id":2,"method":"ping"}`)
    await expect.poll(() => received).toHaveLength(2)
    expect(received[1]).toMatchObject({ id: 2 })
    let done = false
    void transport.done.then(() => {
      done = true
    })
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
    expect(done).toBe(false)
    await transport.send({ jsonrpc: '2.0', id: 2, result: {} })
    await transport.done
  })

  it('refuses a message that its sender broke off, and is done', async () => {
    input.end('{"jsonrpc":"2.0","id":1,"meth')
    expect(await answer()).toMatchObject({ id: null, error: { code: -32_700 } })
    await transport.done
    expect(received).toEqual([])
  })

  it('is done when input has ended and everything has its answer', async () => {
    input.end(ping)
    await expect.poll(() => received).toHaveLength(1)
    let done = false
    void transport.done.then(() => {
      done = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toBe(false)
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
    await transport.done
    expect(await answer()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  it('begins no more for a client that reads none of its answers, and answers all once it does', async () => {
    const asked = 600
    let answered = 0
    transport.onmessage = (message) => {
      if (!('id' in message) || message.id === undefined) return
      answered += 1
      void transport.send({ jsonrpc: '2.0', id: message.id, result: { text: 'x'.repeat(50_000) } })
    }
    for (let id = 0; id < asked; id += 1)
      input.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{"a":"${'x'.repeat(2500)}"}}\n`)
    await turns(500)
    expect(answered).toBeLessThan(100)
    expect(input.isPaused()).toBe(true)
    const ids: string[] = []
    while (ids.length < asked) {
      const { value } = await answers.next()
      ids.push(...(String(value).match(/(?<="id":)\d+/g) ?? []))
    }
    expect(ids).toEqual(Array.from({ length: asked }, (_, id) => String(id)))
  })

  it('has a number of requests under way at once, begins the next when one is given up, and none that was before its turn', async () => {
    const idsOf = () => received.flatMap((message) => ('id' in message ? [message.id] : []))
    const give = (id: number) =>
      input.write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}\n`)
    for (let id = 1; id <= 70; id += 1) input.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`)
    await turns(100)
    expect(idsOf()).toHaveLength(64)
    give(65)
    give(1)
    await expect.poll(idsOf).toHaveLength(65)
    expect(idsOf().at(-1)).toBe(66)
    expect(received.filter((message) => !('id' in message))).toMatchObject([{ params: { requestId: 1 } }])
  })

  it('hears a cancellation and a ping however much waits', async () => {
    const idsOf = () => received.flatMap((message) => ('id' in message ? [message.id] : []))
    const long = JSON.stringify({ text: 'x'.repeat(40_000) })
    for (let id = 1; id <= 164; id += 1)
      input.write(
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"a","arguments":${long}}}\n`,
      )
    await turns(300)
    expect(idsOf()).toHaveLength(64)
    expect(input.isPaused()).toBe(false)
    input.write('{"jsonrpc":"2.0","id":"here","method":"ping"}\n')
    await expect.poll(idsOf).toContain('here')
    await transport.send({ jsonrpc: '2.0', id: 'here', result: {} })
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}\n')
    await expect.poll(idsOf).toContain(65)
    expect(received.filter((message) => !('id' in message))).toMatchObject([{ params: { requestId: 7 } }])
  })

  it('refuses what would wait beyond the limit, and goes on', async () => {
    const long = JSON.stringify({ text: 'x'.repeat(4_000_000) })
    for (let id = 1; id <= 72; id += 1)
      input.write(
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"a","arguments":${id > 64 ? long : '{}'}}}\n`,
      )
    const [first = ''] = String((await answers.next()).value).split('\n')
    expect(JSON.parse(first)).toMatchObject({
      id: expect.any(Number),
      error: { code: -32_000, message: expect.stringContaining('Too many requests wait') },
    })
    expect(received.length).toBeLessThanOrEqual(64)
  })

  it('keeps no place for what is answered only when it is given up', async () => {
    for (let id = 1; id <= 80; id += 1)
      input.write(`{"jsonrpc":"2.0","id":${id},"method":"subscriptions/listen"}\n`)
    input.write('{"jsonrpc":"2.0","id":"list","method":"tools/list"}\n')
    await expect.poll(() => received.at(-1)).toMatchObject({ id: 'list' })
  })
})

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

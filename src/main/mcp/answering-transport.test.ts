import { PassThrough } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { createAnsweringTransport } from './answering-transport'

describe('standard input and output as a transport', () => {
  // Two million characters are what a tool takes; many clients write each as an escape of six bytes.
  it('takes a message as long as the longest content that a tool takes', async () => {
    const input = new PassThrough()
    const transport = createAnsweringTransport(input, new PassThrough())
    const received = Promise.withResolvers<JSONRPCMessage>()
    transport.onmessage = received.resolve
    transport.onclose = () => received.reject(new Error('It was closed.'))
    await transport.start()
    const content = '\\u6f6e'.repeat(2_000_000)
    input.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"content":"${content}"}}\n`)
    expect(await received.promise).toMatchObject({ id: 1, params: { content: '潮'.repeat(2_000_000) } })
    await transport.close()
  })
})

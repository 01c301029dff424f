import { MessageChannel } from 'node:worker_threads'
import { implement } from '@orpc/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { routerWith } from '../../../tests/support/router-with'
import { contract } from '../../shared/contract'
import { connectChannel, connectPages } from './connect-page'
import { pageUrl } from './page-protocol'

const made = vi.hoisted(() => ({ listeners: new Map<string, (event: unknown) => void>() }))
vi.mock('electron', () => ({
  ipcMain: { on: (name: string, listener: (event: unknown) => void) => made.listeners.set(name, listener) },
  MessageChannelMain: MessageChannel,
  protocol: {},
}))

const router = routerWith({
  system: { focus: implement(contract).system.focus.handler(() => ({ url: null })) },
})

const ours = { postMessage: vi.fn() }
const mainFrame = { url: pageUrl, parent: null }

beforeEach(() => {
  ours.postMessage.mockClear()
  connectPages(router, (contents) => (contents as unknown) === ours)
})

const ask = (event: unknown) => made.listeners.get(connectChannel)?.(event)

describe('the message port', () => {
  it('goes to our page', () => {
    ask({ sender: ours, senderFrame: mainFrame })
    expect(ours.postMessage).toHaveBeenCalledTimes(1)
    const [, , ports] = ours.postMessage.mock.calls[0] ?? []
    for (const port of ports) port.close()
  })

  it.each([
    ['another page', { sender: { postMessage: ours.postMessage }, senderFrame: mainFrame }],
    ['a frame that is gone', { sender: ours, senderFrame: null }],
    ['a frame inside our page', { sender: ours, senderFrame: { url: pageUrl, parent: mainFrame } }],
    [
      'a page from elsewhere in our window',
      { sender: ours, senderFrame: { url: 'https://example.org/', parent: null } },
    ],
    ['another host of our scheme', { sender: ours, senderFrame: { url: 'app://elsewhere/', parent: null } }],
    ['a frame without an address', { sender: ours, senderFrame: { url: '', parent: null } }],
  ])('does not go to %s', (_who, event) => {
    expect(() => ask(event)).not.toThrow()
    expect(ours.postMessage).not.toHaveBeenCalled()
  })
})

import type { CdpSession } from './cdp'
import { runtime } from './runtime'
import { StrictEmitter, strict } from './strict'

/**
 * A window's `debugger`: a session of its own on the same page. `targetOf` answers the page once something was loaded in it:
 * before that Electron answers no command.
 */
export function createDebugger(targetOf: () => Promise<string>): object {
  const emitter = new StrictEmitter('debugger', ['message', 'detach'])
  let attached: Promise<CdpSession> | undefined
  return strict(
    'debugger',
    Object.assign(emitter, {
      attach: () => {
        if (attached) throw new Error('Debugger is already attached to the target')
        attached = attach()
        attached.catch((error: Error) => emitter.emit('detach', {}, error.message))
      },
      isAttached: () => attached !== undefined,
      sendCommand: async (method: string, params: object = {}) => {
        if (!attached) throw new Error('No target available')
        return (await attached).send(method as 'Page.enable', params)
      },
    }),
  )

  async function attach(): Promise<CdpSession> {
    const targetId = await targetOf()
    const { browser, session } = (await runtime.chromium()).connection
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const own = session(sessionId)
    own.onAny((method, params) => emitter.emit('message', {}, method, params))
    return own
  }
}

import { join } from 'node:path'
import { browserHost } from '../../src/main/browser-host'
import { setEntryFolder } from '../../src/main/start/entry-folder'

type Beside = Pick<Parameters<typeof browserHost>[0], 'localModels' | 'localServers'>

/**
 * Runs the browser host of the built application with what a test puts beside it, made from an address: CHECKOUT ADDRESS,
 * and what the host itself takes. Says where it is as the host does.
 */
export async function runHost(beside: (address: string) => Beside): Promise<void> {
  const [checkout = '', address = '', ...args] = process.argv.slice(2)
  setEntryFolder(join(checkout, 'out/main'))
  const stop = new AbortController()
  process.once('SIGTERM', () => stop.abort())
  await browserHost({
    data: args[args.indexOf('--data') + 1],
    port: 0,
    roots: [],
    openBrowser: false,
    signal: stop.signal,
    ready: ({ url, port, pid }) => process.stdout.write(`${JSON.stringify({ url, port, pid })}\n`),
    ...beside(address),
  })
}

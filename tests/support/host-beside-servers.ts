import { join } from 'node:path'
import { browserHost } from '../../src/main/browser-host'
import { setEntryFolder } from '../../src/main/entry-folder'

/**
 * The browser host of the built application, which looks for model servers of this machine at one address alone:
 * CHECKOUT ADDRESS, and what the host itself takes. Says where it is as the host does.
 */
const [checkout = '', address = '', ...args] = process.argv.slice(2)
setEntryFolder(join(checkout, 'out/main'))
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await browserHost({
  data: args[args.indexOf('--data') + 1],
  port: 0,
  roots: [],
  openBrowser: false,
  localServers: [{ name: 'Ollama', baseUrl: address }],
  signal: stop.signal,
  ready: ({ url, port, pid }) => process.stdout.write(`${JSON.stringify({ url, port, pid })}\n`),
})

import { resolve } from 'node:path'
import { browserHost } from '../../browser-host'
import { noArguments, parseCommand, wholeNumber } from '../arguments'
import { exitStatus } from '../exit-status'
import type { Command } from './command'

/** The browser host. */
export const serve: Command = {
  usage: '[--port N] [--root DIR]… [--no-open]',
  summary: 'Serve the application to a browser on this machine.',
  async run({ args, output, signal }) {
    const { values, positionals } = parseCommand(args, {
      port: { type: 'string' },
      root: { type: 'string', multiple: true },
      'no-open': { type: 'boolean', default: false },
    })
    noArguments(positionals, 'serve')
    const out = output(values.json)
    await browserHost({
      data: values.data,
      port: wholeNumber(values.port, '--port', 0, 65_535) ?? 0,
      roots: (values.root ?? []).map((root) => resolve(root)),
      openBrowser: !values['no-open'],
      signal,
      ready: ({ url, port, pid, already }) => {
        // One line, so that a program can read it with a line reader.
        out.line({ url, port, pid })
        out.text(already ? `Countersign already runs: ${url}` : `Countersign runs at ${url}`)
      },
    })
    return exitStatus.done
  },
}

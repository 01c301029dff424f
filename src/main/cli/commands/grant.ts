import { resolve } from 'node:path'
import { onlyArgument, parseCommand } from '../arguments'
import { exitStatus } from '../exit-status'
import { grantDocument } from '../records'
import type { Command } from './command'

/** Lets tools into a folder. */
export const grant: Command = {
  usage: 'DIR [--read-only]',
  summary: 'Let tools work in a folder.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, { 'read-only': { type: 'boolean', default: false } })
    const path = resolve(onlyArgument(positionals, 'DIR'))
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const granted = await session.client.files.grant({
        path,
        access: values['read-only'] ? 'read' : 'read_write',
      })
      out.document(grantDocument(granted))
      out.text(`Granted ${granted.path} (${granted.access === 'read' ? 'read only' : 'read and write'})`)
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}

/** Lists the folders that tools may touch. */
export const grants: Command = {
  usage: '',
  summary: 'List the folders that tools may touch.',
  async run({ args, open, output }) {
    const { values } = parseCommand(args, {})
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const list = await session.client.files.grants()
      out.document(list.map(grantDocument))
      for (const one of list)
        out.text(`${one.access.padEnd(10)} ${one.path}${one.available ? '' : '  (not there now)'}`)
      if (list.length === 0) out.text('No folder is granted. Grant one with: countersign grant DIR')
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}

import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Grant } from '../../../shared/contract/files'
import { AppError } from '../../../shared/errors'
import { quoted } from '../../../shared/text/quoted'
import { onlyArgument, parseCommand, usageError } from '../arguments'
import { exitStatus } from '../exit-status'
import { inOneLine } from '../output'
import { grantDocument, rememberedDocument, rememberedText } from '../records'
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
      out.text(
        `Granted ${inOneLine(granted.path)} (${granted.access === 'read' ? 'read only' : 'read and write'})`,
      )
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}

/** Lists the folders that tools may touch, and the approvals that are remembered; takes back either. */
export const grants: Command = {
  usage: '[list | remembered [--all] | revoke DIR_OR_ID]',
  summary: 'List the folders that tools may touch, and remembered approvals; take one back.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, { all: { type: 'boolean', default: false } })
    const [action = 'list', id, ...rest] = positionals
    if (!['list', 'remembered', 'revoke'].includes(action)) {
      throw usageError(`There is no "grants ${action}". Use list, remembered or revoke.`)
    }
    if (rest.length > 0 || (action !== 'revoke' && id !== undefined)) throw usageError('Too many arguments.')
    // An empty word is a variable that was not set, and no folder.
    if (action === 'revoke' && (id === undefined || id.trim() === ''))
      throw usageError('DIR_OR_ID is missing: grants revoke DIR_OR_ID')
    if (values.all && action !== 'remembered') throw usageError('--all belongs to "grants remembered".')
    const out = output(values.json)
    const session = await open({ data: values.data })
    const { files, grantsLedger } = session.client
    try {
      if (id !== undefined) {
        const folder = (await files.grants()).find((each) => isNamed(each, id))
        if (folder !== undefined) {
          await files.revoke({ id: folder.id })
          out.document({ ...grantDocument(folder), status: 'revoked' })
          out.text(`Taken back: ${inOneLine(folder.path)}. What was changed there stays.`)
          return exitStatus.done
        }
        if (!(await grantsLedger.list({ status: 'all' })).some((one) => one.id === id)) {
          throw new AppError(
            'not_found',
            `There is no granted folder and no remembered approval ${quoted(id)}.`,
          )
        }
        const revoked = await grantsLedger.revoke({ id })
        out.document(rememberedDocument(revoked))
        out.text(`Ended: ${rememberedText(revoked)}. What was applied under it stays.`)
        return exitStatus.done
      }
      const remembered = await grantsLedger.list({ status: values.all ? 'all' : 'active' })
      if (action === 'remembered') {
        out.document(remembered.map(rememberedDocument))
        for (const one of remembered) out.text(rememberedText(one))
        if (remembered.length === 0) out.text('No approval is remembered.')
        return exitStatus.done
      }
      const list = await files.grants()
      out.document(list.map(grantDocument))
      for (const one of list)
        out.text(`${one.access.padEnd(10)} ${inOneLine(one.path)}${one.available ? '' : '  (not there now)'}`)
      if (list.length === 0) out.text('No folder is granted. Grant one with: countersign grant DIR')
      if (remembered.length > 0)
        out.text('\nRemembered approvals (end one with: countersign grants revoke ID)')
      for (const one of remembered) out.text(rememberedText(one))
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}

/** By its id or its path, as it is written or through links; also where its disk is away. */
function isNamed({ id, path }: Grant, name: string): boolean {
  const written = resolve(name)
  return name === id || written === path || (existsSync(written) && realpathSync(written) === path)
}

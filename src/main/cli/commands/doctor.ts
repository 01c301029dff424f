import { version } from '../../../../package.json'
import type { DoctorCheck } from '../../../shared/contract/system'
import { type ErrorCode, toErrorShape } from '../../../shared/errors'
import { versionCheck } from '../../rpc/doctor'
import { noArguments, parseCommand, usageError } from '../arguments'
import { type ExitStatus, exitStatus } from '../exit-status'
import { inOneLine, type Output } from '../output'
import type { Session } from '../session'
import type { Command } from './command'

/** Codes of a database that is there and can't be opened; by any other it is the folder that can't. */
const ofDatabase: ReadonlySet<ErrorCode> = new Set(['corrupt', 'newer_version'])

/** Checks the installation. */
export const doctor: Command = {
  usage: '[--index sample|whole|rebuild]',
  summary: 'Check versions, data, search index, audit chain and model.',
  async run({ args, open, output, signal }) {
    const { values, positionals } = parseCommand(args, { index: { type: 'string' } })
    noArguments(positionals, 'doctor')
    const { index = 'sample' } = values
    if (index !== 'sample' && index !== 'whole' && index !== 'rebuild') {
      throw usageError('--index is sample, whole or rebuild.')
    }
    const out = output(values.json)
    let session: Session
    try {
      session = await open({ data: values.data })
    } catch (error) {
      signal.throwIfAborted()
      return reportUnopened(out, error)
    }
    try {
      const { ok, checks } = await session.client.system.doctor({ index })
      out.document({ ok, checks })
      for (const check of checks)
        out.text(`${check.ok ? 'ok  ' : 'BAD '} ${check.name}: ${inOneLine(check.detail)}`)
      return ok ? exitStatus.done : exitStatus.failed
    } finally {
      await session.close()
    }
  },
}

/** What can't be opened is what is broken: it is reported as a check, and all that needs it is left out. */
function reportUnopened(out: Output, error: unknown): ExitStatus {
  const shape = toErrorShape(error)
  const name = ofDatabase.has(shape.code) ? 'database' : 'data folder'
  const checks: DoctorCheck[] = [versionCheck(version), { name, ok: false, detail: shape.message }]
  out.document({ ok: false, checks, error: shape })
  out.note(shape.message)
  return exitStatus.failed
}

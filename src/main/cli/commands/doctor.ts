import { noArguments, parseCommand, usageError } from '../arguments'
import { exitStatus } from '../exit-status'
import type { Command } from './command'

/** Checks the installation. */
export const doctor: Command = {
  usage: '[--index sample|whole|rebuild]',
  summary: 'Check versions, data, search index, audit chain and model.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, { index: { type: 'string' } })
    noArguments(positionals, 'doctor')
    const { index = 'sample' } = values
    if (index !== 'sample' && index !== 'whole' && index !== 'rebuild') {
      throw usageError('--index is sample, whole or rebuild.')
    }
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const { ok, checks } = await session.client.system.doctor({ index })
      out.document({ ok, checks })
      for (const check of checks) out.text(`${check.ok ? 'ok  ' : 'BAD '} ${check.name}: ${check.detail}`)
      return ok ? exitStatus.done : exitStatus.failed
    } finally {
      await session.close()
    }
  },
}

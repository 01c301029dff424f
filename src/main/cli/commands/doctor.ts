import { parseCommand } from '../arguments'
import { exitStatus } from '../exit-status'
import type { Command } from './command'

/** Checks the installation. */
export const doctor: Command = {
  usage: '',
  summary: 'Check versions, data, audit chain and model.',
  async run({ args, open, output }) {
    const { values } = parseCommand(args, {})
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const { ok, checks } = await session.client.system.doctor()
      out.document({ ok, checks })
      for (const check of checks) out.text(`${check.ok ? 'ok  ' : 'BAD '} ${check.name}: ${check.detail}`)
      return ok ? exitStatus.done : exitStatus.failed
    } finally {
      await session.close()
    }
  },
}

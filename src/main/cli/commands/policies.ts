import { policySchema } from '../../../shared/tool/policy'
import { parseCommand, usageError } from '../arguments'
import { exitStatus } from '../exit-status'
import { policyDocument } from '../records'
import type { Command } from './command'

/** What assistants may do with each tool. */
export const policies: Command = {
  usage: '[list | set TOOL auto|propose|deny|usual]',
  summary: 'See and set what the assistant may do with a tool.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, {})
    const [action = 'list', tool, wanted, ...rest] = positionals
    if (!['list', 'set'].includes(action)) {
      throw usageError(`There is no "policies ${action}". Use list or set.`)
    }
    if (rest.length > 0 || (action === 'list' && tool !== undefined)) throw usageError('Too many arguments.')
    const policy = wanted === 'usual' ? null : policySchema.safeParse(wanted).data
    if (action === 'set' && (tool === undefined || policy === undefined)) {
      throw usageError('Name a tool and what holds for it: policies set TOOL auto|propose|deny|usual')
    }
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      if (tool !== undefined && policy !== undefined) {
        const set = await session.client.policies.set({ tool, policy })
        out.document(policyDocument(set))
        out.text(`${set.tool}: ${set.policy}${set.chosen === null ? ' (usual)' : ''}`)
        return exitStatus.done
      }
      const list = await session.client.policies.list({})
      out.document(list.map(policyDocument))
      const width = Math.max(...list.map((one) => one.tool.length))
      for (const one of list)
        out.text(
          `${one.tool.padEnd(width)}  ${one.policy.padEnd(7)}  ${one.chosen === null ? 'usual' : 'chosen'}`,
        )
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}

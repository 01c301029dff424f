import { hasPrototypeField } from '../../../shared/json/prototype-field'
import { approvalOption, parseCommand, parseJson, standingApproval, usageError } from '../arguments'
import { exitStatus, exitStatusOf } from '../exit-status'
import { proposalDocument, proposalText, resultDocument, usageText } from '../records'
import type { Command } from './command'

/** Calls any tool through the gate. */
export const call: Command = {
  usage: 'TOOL JSON [--approve safe]',
  summary: 'Call a tool; a change is proposed and waits.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, approvalOption)
    const [tool, json = '{}', ...rest] = positionals
    if (tool === undefined) throw usageError('TOOL is missing.')
    if (rest.length > 0) throw usageError('Too many arguments. Put the JSON in single quotes.')
    const input = parseJson(json, 'The input')
    if (hasPrototypeField(input)) throw usageError('No tool takes a field that is called __proto__.')
    const out = output(values.json)
    const session = await open({ data: values.data, approval: standingApproval(values.approve) })
    try {
      const outcome = await session.client.tools.call({ tool, input })
      if (outcome.status === 'proposed') {
        out.document({
          status: 'proposed',
          proposal_id: outcome.proposal.id,
          proposal: proposalDocument(outcome.proposal),
        })
        out.text(proposalText(outcome.proposal))
        const folder = values.data === undefined ? '' : ` --data ${JSON.stringify(values.data)}`
        out.note(`Waits for your decision: countersign proposals approve ${outcome.proposal.number}${folder}`)
        return exitStatus.waiting
      }
      const { result, usage } = outcome
      out.document({ ...resultDocument(result), ...(usage === undefined ? {} : { usage }) })
      if (usage !== undefined) out.note(usageText(usage))
      if (result.success) out.text(result.content)
      else out.note(result.content)
      return result.success ? exitStatus.done : exitStatusOf(result.error?.code ?? 'internal')
    } finally {
      await session.close()
    }
  },
}

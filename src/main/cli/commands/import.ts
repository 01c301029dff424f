import { resolve } from 'node:path'
import { AppError } from '../../../shared/errors'
import { onlyArgument, parseCommand } from '../arguments'
import { withDataJob } from '../data-job'
import { exitStatus } from '../exit-status'
import { decidedDocument, proposalDocument, proposalText, resultDocument } from '../records'
import type { Command } from './command'

/** Brings in what another program exported: proposes it, and with `--yes` approves that. */
export const importCommand: Command = {
  usage: 'PATH [--own] [--yes]',
  summary:
    'Bring in conversations of ChatGPT or Claude, notes in Markdown, or an export of Countersign; shows first what comes.',
  async run({ args, open, output, signal }) {
    const { values, positionals } = parseCommand(args, {
      own: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    })
    const path = resolve(onlyArgument(positionals, 'PATH'))
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const outcome = await withDataJob(session.client, out, signal, (client) =>
        client.data.import({ path, own: values.own }, { signal }),
      )
      if (outcome.status === 'done') {
        const { error, content } = outcome.result
        if (error !== undefined) throw new AppError(error.code, error.message)
        out.document(resultDocument(outcome.result))
        out.text(content)
        return exitStatus.done
      }
      const { proposal } = outcome
      if (!values.yes) {
        out.document(proposalDocument(proposal))
        out.text(proposalText(proposal))
        return exitStatus.waiting
      }
      for (const warning of proposal.preview.warnings) out.note(warning)
      const { id, planHash } = proposal
      const decided = await withDataJob(session.client, out, signal, (client) =>
        client.proposals.approve({ id, planHash }),
      )
      out.document(decidedDocument(decided))
      out.text(decided.result?.content ?? decided.proposal.reason ?? '')
      return decided.proposal.status === 'applied'
        ? exitStatus.done
        : decided.proposal.status === 'conflict'
          ? exitStatus.conflict
          : exitStatus.failed
    } finally {
      await session.close()
    }
  },
}

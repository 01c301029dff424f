import { resolve } from 'node:path'
import { version } from '../../../../package.json'
import { newId } from '../../identifier'
import { serveMcp } from '../../mcp/server'
import type { Client } from '../../rpc/client'
import { approvalOption, noArguments, parseCommand, standingApproval } from '../arguments'
import { exitStatus } from '../exit-status'
import type { Session } from '../session'
import type { Command } from './command'

/** An MCP server on standard input and output. */
export const mcp: Command = {
  usage: '[--root DIR]… [--approve safe]',
  summary: 'Serve the tools to another program over MCP.',
  async run({ args, open, output, signal }) {
    const { values, positionals } = parseCommand(args, {
      ...approvalOption,
      root: { type: 'string', multiple: true },
    })
    noArguments(positionals, 'mcp')
    const approval = standingApproval(values.approve)
    const out = output(false)
    const roots = (values.root ?? []).map((root) => resolve(root))
    // Roots are this command's own wish; calls after that come from the program at the other end.
    if (roots.length > 0) {
      const granting = await open({ data: values.data })
      try {
        for (const path of roots) await granting.client.files.grant({ path, access: 'read_write' })
      } finally {
        await granting.close()
      }
    }
    // One client is at the other end, through whichever process holds the folder.
    const runId = newId()
    let session: Promise<Session> | null = null
    const client = async (name: string): Promise<Client> => {
      const actor = { kind: 'mcp_client', name } as const
      session ??= open({ data: values.data, approval, actor, runId, patienceMs: 0 })
      try {
        return (await session).client
      } catch (error) {
        // The folder may be free at the next call.
        session = null
        throw error
      }
    }
    await serveMcp({ core: { client }, version, report: (error) => out.note(String(error)), signal })
    await (await (session as Promise<Session> | null))?.close()
    return exitStatus.done
  },
}

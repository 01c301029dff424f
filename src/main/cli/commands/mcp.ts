import { resolve } from 'node:path'
import { version } from '../../../../package.json'
import { untilAborted } from '../../async/until-aborted'
import { serveMcpAddress } from '../../http/mcp-border'
import { newId } from '../../identifier'
import { chosenMcpToken, newToken } from '../../mcp/access-token'
import { createProgram, type OpenProgram } from '../../mcp/program'
import {
  approvalOption,
  noArguments,
  parseCommand,
  standingApproval,
  usageError,
  wholeNumber,
} from '../arguments'
import { exitStatus } from '../exit-status'
import type { Output } from '../output'
import type { Command } from './command'

/** An MCP server on standard input and output, or on an address of this machine. */
export const mcp: Command = {
  usage: '[--root DIR]… [--approve safe] [--http [--port N]]',
  summary:
    'Serve the tools to another program over MCP: on standard input and output, or with --http on this machine, behind a token.',
  async run({ args, open, output, signal }) {
    const { values, positionals } = parseCommand(args, {
      ...approvalOption,
      root: { type: 'string', multiple: true },
      http: { type: 'boolean', default: false },
      port: { type: 'string' },
    })
    noArguments(positionals, 'mcp')
    const approval = standingApproval(values.approve)
    const port = wholeNumber(values.port, '--port', 0, 65_535)
    if (port !== undefined && !values.http) throw usageError('--port goes with --http.')
    const token = values.http ? (chosenMcpToken(process.env) ?? newToken()) : null
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
    // Through whichever process holds the folder.
    const openProgram: OpenProgram = (name) =>
      open({
        data: values.data,
        approval,
        actor: { kind: 'mcp_client', name },
        runId: newId(),
        patienceMs: 0,
      })
    const out = output(values.http && values.json)
    if (token === null) {
      await onStdio(openProgram, out, signal)
      return exitStatus.done
    }
    // The programs go through this one where nobody else holds the folder: one that leaves takes nothing from the others.
    const base = await open({ data: values.data, patienceMs: 0 })
    try {
      await onAddress(openProgram, { token, port: port ?? 0 }, out, signal)
    } finally {
      await base.close()
    }
    return exitStatus.done
  },
}

/** One program is at the other end. */
async function onStdio(open: OpenProgram, out: Output, signal: AbortSignal): Promise<void> {
  // Loaded here alone: every other command starts without the SDK.
  const { serveMcpOnStdio } = await import('../../mcp/serve-stdio')
  const program = createProgram(open)
  await serveMcpOnStdio({ core: program.core, version, report: reportTo(out), signal })
  await program.close()
}

async function onAddress(
  open: OpenProgram,
  { token, port }: { readonly token: string; readonly port: number },
  out: Output,
  signal: AbortSignal,
): Promise<void> {
  const { createMcpHttp } = await import('../../mcp/streamable-http')
  const report = reportTo(out)
  const server = await serveMcpAddress({ mcp: createMcpHttp({ open, version, report }), token, port, report })
  // One line, so that a program can read it with a line reader.
  out.line({ url: server.url, port: server.port, pid: process.pid, token })
  out.text(
    `Countersign serves its tools at ${server.url}\nPrograms send this header: Authorization: Bearer ${token}`,
  )
  await untilAborted(signal)
  await server.close()
}

function reportTo(out: Output): (error: unknown) => void {
  return (error) => out.note(String(error))
}

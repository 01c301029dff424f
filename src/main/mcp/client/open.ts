import { stat } from 'node:fs/promises'
import { AppError, assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { commandEnvironment } from '../../commands/environment'
import { findProgram } from '../../commands/program'
import type { StoredMcpServer } from '../../db/mcp-servers'
import type { NamedSecrets } from '../../secrets/named-secrets'
import type { NamedHosts } from '../../web/address'
import type { Lookup } from '../../web/checked-request'
import { folderOf } from './configuration'
import { connect } from './connection'
import { createHttpWire } from './http-wire'
import type { McpTimes } from './limits'
import type { OpenConnection } from './open-listed'
import { secretsAmong } from './secret-variables'
import { createStdioWire } from './stdio-wire'

/** What a program wrote to its error output. */
export type ReadLog = () => { readonly text: string; readonly omitted: number }

/** What connections are opened with. */
export interface OpenParts {
  readonly secrets: NamedSecrets
  readonly times: McpTimes
  /** Of Countersign; programs see little of it. */
  readonly environment: NodeJS.ProcessEnv
  readonly named: NamedHosts
  readonly lookup?: Lookup | undefined
}

/**
 * Opens a connection to a server as it is configured now; `logs` is given the log of each program that is started.
 * Throws `not_found` where the folder that its program is to run in is gone.
 */
export async function openServer(
  server: StoredMcpServer,
  { secrets, times, environment, named, lookup }: OpenParts,
  logs: (log: ReadLog) => void,
  signal: AbortSignal,
  told: Parameters<OpenConnection>[1],
): ReturnType<OpenConnection> {
  const { id, name, connection } = server
  const common = { server: name, times, listChanged: told.listChanged, closed: told.closed }
  switch (connection.kind) {
    case 'command': {
      const variables = await secrets.get(id, connection.variables)
      const all = { ...commandEnvironment(environment), ...variables }
      const program = await programOf(name, connection.program, all)
      const folder = folderOf(connection)
      if (!(await isFolder(folder))) {
        throw new AppError('not_found', say('mcp.no_folder', { server: name, path: folder }), { sources: [] })
      }
      signal.throwIfAborted()
      const wire = createStdioWire({
        server: name,
        program,
        arguments: connection.arguments,
        folder,
        environment: all,
        secrets: Object.values(variables),
        graceMs: times.graceMs,
      })
      logs(wire.log)
      const { failure } = wire
      const parts = { ...common, wire, secrets: secretsAmong(variables), failure }
      return { connection: await connect(parts, signal), failure }
    }
    case 'address': {
      const headers = await secrets.get(id, connection.headers)
      signal.throwIfAborted()
      const wire = createHttpWire({
        server: name,
        url: connection.url,
        headers,
        named,
        times,
        ...(lookup === undefined ? {} : { lookup }),
      })
      const { failure } = wire
      const parts = { ...common, wire, secrets: Object.values(headers), failure }
      return { connection: await connect(parts, signal), failure }
    }
    default:
      return assertNever(connection)
  }
}

async function programOf(
  server: string,
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    // A relative path would mean another program in another folder.
    const found = await findProgram(program, environment, async () => {
      throw new AppError('not_found', say('mcp.no_program', { server, program }), { sources: [] })
    })
    return found.path
  } catch (cause) {
    throw new AppError('not_found', say('mcp.no_program', { server, program }), { cause, sources: [] })
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // Whatever is in the way: nothing can be started there.
    return false
  }
}

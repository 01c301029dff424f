import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { dataFolderAt } from '../../../src/main/disk/data-folder'
import { attach, type Client } from '../../../src/main/rpc/client'
import type { StandingApproval } from '../../../src/shared/actor'
import type { Proposal } from '../../../src/shared/contract/changes'
import type { AppEvent } from '../../../src/shared/contract/events'
import { type FakeMessagesApi, startFakeMessagesApi } from '../../support/fake-messages-api'
import { connectAsPage } from '../../support/page-client'
import {
  cleanEnvironment,
  freshFolder,
  type RunningHost,
  startHost,
  startReady,
} from '../../support/start-host'

const cli = join(import.meta.dirname, '../../../out/main/cli.js')

/** Words that only files outside the granted folder hold: they must never come out of a tool. */
export const hiddenWords = 'MARKER-unseen of what nobody granted'

/** A running host with a granted folder in the middle of what is not granted, and every way to call its tools. */
export interface Arena {
  /** Canonical; the account's home, not granted. */
  readonly home: string
  /** Granted for reading and writing. */
  readonly docs: string
  /** Beside it; has `secret.txt` and `sub/`, and must stay as it is. */
  readonly outside: string
  readonly data: string
  readonly api: FakeMessagesApi
  readonly host: RunningHost
  /** The person's window. */
  readonly window: Client
  /** A command or an MCP client, over the data folder's socket as its process connects. */
  attach(kind: 'command_line' | 'mcp_client', approval: StandingApproval | null): Promise<Client>
  /** An MCP client whose server is a process of its own, over its standard input and output. */
  mcp(...flags: readonly string[]): Promise<McpClient>
  /** The same over Streamable HTTP, on the wire of 2026-07-28. */
  mcpOverHttp(...flags: readonly string[]): Promise<McpClient>
  /** Approves as a person does who types what is asked. */
  approve(proposal: Proposal): Promise<Proposal>
  /** Events from now on. */
  watch(): Promise<AsyncIterator<AppEvent>>
  environment(): NodeJS.ProcessEnv
  close(): Promise<void>
}

/** Starts an arena; `grant` names the granted folder below the home, which is `docs` unless told. */
export async function openArena(options: { readonly grant?: string } = {}): Promise<Arena> {
  const home = realpathSync(freshFolder('arena'))
  const docs = join(home, 'docs')
  const outside = join(home, 'outside')
  const data = join(home, 'countersign-data')
  for (const folder of [docs, join(docs, 'inner'), outside, `${docs}-evil`]) {
    mkdirSync(join(folder, 'sub'), { recursive: true })
  }
  for (const folder of [outside, `${docs}-evil`]) {
    writeFileSync(join(folder, 'secret.txt'), `${hiddenWords}\n`)
    writeFileSync(join(folder, 'unnamed-marker-unseen.txt'), `${hiddenWords}\n`)
  }
  const api = await startFakeMessagesApi()
  const environment = () =>
    cleanEnvironment({
      HOME: home,
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'test-key',
      COUNTERSIGN_MODEL: 'fake-model',
    })
  const granted = options.grant === undefined ? docs : join(home, options.grant)
  const host = await startHost({ data, roots: [granted], environment: environment() })
  const closing: (() => unknown)[] = []
  const { client: window, close: closePage } = await connectAsPage(host.url)
  closing.push(closePage)
  return {
    home,
    docs,
    outside,
    data,
    api,
    host,
    window,
    environment,
    async attach(kind, approval) {
      const context = {
        actor: { kind, name: kind === 'mcp_client' ? 'Test client' : 'Command line' },
        approval,
      }
      const attached = await attach(dataFolderAt(data).socket, context)
      if (attached === null) throw new Error('Nobody answers on the socket of the host.')
      closing.push(() => attached.close())
      return attached.client
    },
    async mcp(...flags) {
      const client = new McpClient({ name: 'Test client', version: '1.0.0' })
      const env = environment() as Record<string, string>
      const args = [cli, 'mcp', '--data', data, ...flags]
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }))
      closing.push(() => client.close())
      return client
    },
    async mcpOverHttp(...flags) {
      const args = [cli, 'mcp', '--data', data, '--http', '--json', ...flags]
      const server = await startReady(process.execPath, args, { environment: environment() })
      closing.push(() => server.stop())
      const { url, token } = server.ready
      // Without this it speaks the earlier wire.
      const versionNegotiation = { mode: { pin: '2026-07-28' } }
      const client = new McpClient({ name: 'Test client', version: '1.0.0' }, { versionNegotiation })
      const requestInit = { headers: { authorization: `Bearer ${token}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
      closing.push(() => client.close())
      return client
    },
    async approve({ id, planHash, typeToConfirm }) {
      return (await window.proposals.approve({ id, planHash, typed: typeToConfirm ?? undefined })).proposal
    },
    async watch() {
      const events = await window.events.watch()
      await events.next()
      return events
    },
    async close() {
      for (const end of closing.reverse()) await end()
      await host.stop()
      await api.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Everything that is in a folder: names, kinds, contents, modes, inodes and times; compares as text. */
export function snapshotOf(folder: string): string {
  const lines: string[] = []
  const visit = (path: string): void => {
    const { mode, ino, mtimeMs, nlink } = lstatSync(path)
    const stats = lstatSync(path)
    const content = stats.isSymbolicLink()
      ? readlinkSync(path)
      : stats.isFile()
        ? readFileSync(path, 'base64')
        : ''
    lines.push([path, mode, ino, mtimeMs, stats.isFile() ? nlink : '', content].join('\t'))
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
  }
  visit(folder)
  return lines.join('\n')
}

/** Modes of what Countersign keeps that others than its account could use, but of what lies in the trash as it was. */
export function openToOthers(at: string): string[] {
  const stats = lstatSync(at, { throwIfNoEntry: false })
  // What was made for the moment alone may be gone by now.
  if (stats === undefined) return []
  const below = stats.isDirectory() && !at.endsWith('/trash') ? readdirSync(at) : []
  const own = (stats.mode & 0o077) === 0 ? [] : [`${at} ${(stats.mode & 0o7777).toString(8)}`]
  return [...own, ...below.flatMap((name) => openToOthers(join(at, name)))]
}

/** What no tool may touch: the folders beside the granted one. */
export function untouched({ docs, outside }: Arena): string {
  return [outside, `${docs}-evil`].map(snapshotOf).join('\n')
}

import { spawn } from 'node:child_process'
import { version } from '../../package.json'
import { AppError } from '../shared/errors'
import { unquoted } from '../shared/text/quoted'
import { untilAborted } from './async/until-aborted'
import { type Core, openCore } from './core'
import { chosenDataFolder, createDataFolder } from './disk/data-folder'
import { grantThroughHolder, holdFolder } from './disk/hold-folder'
import type { Host } from './host'
import { createMcpBorder } from './http/mcp-border'
import { type PageServer, servePage } from './http/server'
import { newId } from './identifier'
import type { CatalogueModel } from './library/embedding/local/catalogue'
import { chosenMcpToken, newToken } from './mcp/access-token'
import type { OpenProgram } from './mcp/program'
import { createMcpWhenAsked } from './mcp/when-asked'
import type { KnownServer } from './model/local-servers'
import { clientInProcess } from './rpc/client'
import { createFileSecrets } from './secrets/file-secrets'
import { pageFolder, workerFiles } from './start/entry-folder'
import { chosenChromium } from './web/rendering/chromium'

/**
 * Runs the core behind a page on 127.0.0.1 until the signal; a second one on the same folder points at the first. Throws
 * `busy` where a window holds the folder.
 */
export async function browserHost(options: {
  readonly data: string | undefined
  readonly port: number
  readonly roots: readonly string[]
  readonly openBrowser: boolean
  readonly localModels?: readonly CatalogueModel[]
  readonly localServers?: readonly KnownServer[]
  readonly signal: AbortSignal
  readonly ready: (at: { url: string; port: number; pid: number; already: boolean }) => void
}): Promise<void> {
  const mcpToken = chosenMcpToken(process.env)
  const folder = chosenDataFolder(options.data, process.env)
  createDataFolder(folder)
  const held = await holdFolder(folder)
  if (held.kind === 'elsewhere') {
    const url = held.url
    if (url === null) {
      throw new AppError('busy', `Countersign already runs on ${unquoted(folder.root)}, in its own window.`)
    }
    await grantThroughHolder(folder, options.roots)
    options.ready({ url, port: Number(new URL(url).port), pid: held.pid, already: true })
    if (options.openBrowser) openInBrowser(url)
    return
  }
  // A second start may ask for the page's address before there is one.
  const address = Promise.withResolvers<string | null>()
  const host: Host = {
    kind: 'browser',
    dialogs: null,
    notifications: null,
    secrets: createFileSecrets(folder.secrets),
    pageBrowsers: chosenChromium(process.env),
    async openExternal(url) {
      openInBrowser(url)
    },
    focus: async () => ({ url: await address.promise }),
    giveWay: () => false,
  }
  try {
    const core = await openCore({
      folder,
      host,
      environment: process.env,
      roots: options.roots,
      workers: workerFiles(),
      ...(options.localModels === undefined ? {} : { localModels: options.localModels }),
      localServers: options.localServers,
    })
    let server: PageServer | null = null
    const mcp = createMcpWhenAsked({ open: programsOf(core), version, report })
    const token = newToken()
    try {
      server = await servePage({
        router: core.router,
        pageFolder: pageFolder(),
        uploads: folder.uploads,
        token,
        // Whoever has the page's token may do more than this already.
        mcp: createMcpBorder(mcp, mcpToken === null ? [token] : [token, mcpToken], report),
        port: options.port,
      })
      address.resolve(server.url)
      options.ready({ url: server.url, port: server.port, pid: process.pid, already: false })
      if (options.openBrowser) openInBrowser(server.url)
      await untilAborted(options.signal)
    } finally {
      // Without a page there is none to show to whoever asked.
      address.resolve(null)
      await mcp.close()
      await server?.close()
      await core.close()
    }
  } finally {
    held.release()
  }
}

/** Each program that connects has a run of its own. */
function programsOf({ router }: Pick<Core, 'router'>): OpenProgram {
  return async (name) => {
    const context = { actor: { kind: 'mcp_client', name }, approval: null, runId: newId() } as const
    return { client: clientInProcess(router, context), close: async () => {} }
  }
}

/** What went wrong with a program's request is told to that program; here it goes to the log. */
function report(error: unknown): void {
  process.stderr.write(`MCP: ${String(error)}\n`)
}

/** Asks the system to open an address; the address is an argument, never part of a shell's line. */
function openInBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return
  if (command === undefined) return
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  // No browser to open: the address was printed, which is enough.
  child.on('error', () => {})
  child.unref()
}

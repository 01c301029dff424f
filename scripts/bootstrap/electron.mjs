import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuiet } from './child.mjs'
import { fittingNode } from './node.mjs'
import { projectEnvironment, root } from './paths.mjs'
import { step } from './say.mjs'

// A start must not wait longer for the window than a person does for a page.
const FETCH_LIMIT_MS = 20_000
// After a fetch that ran into the limit, later starts go on at once for a day.
const NEXT_FETCH_MS = 24 * 3_600_000
const GAVE_UP = join('node_modules', '.cache', 'countersign', 'electron-fetch-took-too-long')

/** Electron's program where it is installed whole, judged by files: requiring the package starts a download. */
export function installedElectron(folder = root) {
  const home = join(folder, 'node_modules', 'electron')
  const path = textOf(join(home, 'path.txt'))?.trim()
  const version = textOf(join(home, 'dist', 'version'))
    ?.trim()
    .replace(/^v/, '')
  const manifest = textOf(join(home, 'package.json'))
  if (!path || manifest === undefined || version !== JSON.parse(manifest).version) return undefined
  const binary = join(home, 'dist', path)
  return existsSync(binary) ? binary : undefined
}

/** Why no window can be shown on this machine, as the end of "the browser host is used: …"; else undefined. */
export function noWindowReason({
  platform = process.platform,
  env = process.env,
  user = process.getuid?.(),
} = {}) {
  if (platform !== 'linux') return undefined
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display'
  if (user === 0) return 'Electron does not run sandboxed as root'
  return undefined
}

/** Electron's program, fetched within a short limit where it is missing: `{ binary }` or `{ reason }`. */
export async function ensureElectron({ folder = root, fetch = fetchElectron, machine = {} } = {}) {
  const reason = noWindowReason(machine)
  if (reason !== undefined) return { reason }
  const installed = installedElectron(folder)
  if (installed !== undefined) return { binary: installed }
  if (!(await fetch(folder))) {
    return {
      reason: "Electron's program could not be fetched (npx install-electron fetches it without a limit)",
    }
  }
  const binary = installedElectron(folder)
  return binary === undefined ? { reason: "Electron's program was fetched but is not whole" } : { binary }
}

async function fetchElectron(folder) {
  const script = join(folder, 'node_modules', 'electron', 'install.js')
  const gaveUp = join(folder, GAVE_UP)
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD || !existsSync(script) || recent(gaveUp)) return false
  return step("Fetching Electron's program, 20 s at most", async () => {
    const { code, ended } = await runQuiet(fittingNode({ folder }), [script], {
      cwd: folder,
      env: projectEnvironment({}, folder),
      timeoutMs: FETCH_LIMIT_MS,
    })
    if (ended === 'timeout') {
      mkdirSync(dirname(gaveUp), { recursive: true })
      writeFileSync(gaveUp, '')
    } else rmSync(gaveUp, { force: true })
    return code === 0
  })
}

function recent(path) {
  try {
    return Date.now() - statSync(path).mtimeMs < NEXT_FETCH_MS
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return false
  }
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return undefined
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Finds a Chromium for the windows: the one that is named, one on PATH, or Playwright's own. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const named = env.COUNTERSIGN_TEST_CHROMIUM
  if (named) return named
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    for (const name of ['chromium-headless-shell', 'chromium', 'google-chrome', 'chromium-browser']) {
      const path = join(folder, name)
      if (folder && existsSync(path)) return path
    }
  }
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  throw new Error('No Chromium was found. Install one, or name it in COUNTERSIGN_TEST_CHROMIUM.')
}

/**
 * Gives the path of a usable Electron binary, or undefined. Only files are looked at: asking the package
 * itself would start a download.
 */
export function findElectron(project: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folder = join(project, 'node_modules/electron')
  const pathFile = join(folder, 'path.txt')
  const versionFile = join(folder, 'dist/version')
  if (!existsSync(pathFile) || !existsSync(versionFile)) return undefined
  const wanted = (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string })
    .version
  if (readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') !== wanted) return undefined
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  const hasDisplay = process.platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY
  return hasDisplay && existsSync(binary) ? binary : undefined
}

/** The Node that can run the application without Electron: this one, or the project's own. */
export function findNode(project: string): string {
  // Synchronous module hooks came with 22.15.
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 15)) return process.execPath
  return join(project, 'node_modules/.bin/node')
}

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import type { CdpSession } from './cdp'
import { type RunningChromium, startChromium } from './chromium'
import { control } from './control'

/** Environment by which the launcher speaks to this process; removed before the application sees it. */
const settingNames = {
  chromium: 'STAND_IN_CHROMIUM',
  profile: 'STAND_IN_CHROMIUM_PROFILE',
} as const

// A profile is written within milliseconds; a Chromium that takes this long hangs.
const chromiumExitLimitMs = 3000

if (!isMainThread) throw new Error('Electron modules exist in the main thread only.')

function take(name: string): string {
  const value = process.env[name]
  delete process.env[name]
  if (!value) throw new Error(`The Electron stand-in needs ${name}; start it through launch.ts.`)
  return value
}

function packageOf(entry: string): { folder: string; name: string; version: string } {
  let folder = dirname(entry)
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  const file = join(folder, 'package.json')
  const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
  return { folder, name: found.productName ?? found.name ?? 'Electron', version: found.version ?? '0.0.0' }
}

const chromiumPath = take(settingNames.chromium)
const profile = take(settingNames.profile)
const electronPackage = createRequire(import.meta.url)('../../../node_modules/electron/package.json') as {
  version: string
}
let running: Promise<RunningChromium> | undefined
let started: RunningChromium | undefined
const switches: string[] = []

async function start(): Promise<RunningChromium> {
  started = await startChromium({ executable: chromiumPath, profile, switches })
  const { browser } = started.connection
  const { product } = await browser.send('Browser.getVersion')
  runtime.versions.chrome = product.replace(/^.*\//, '')
  await browser.send('Target.setDiscoverTargets', { discover: true })
  started.process.once('exit', () => {
    process.stderr.write('[stand-in] Chromium has ended.\n')
    process.exit(1)
  })
  control.tell({ event: 'browser', endpoint: started.endpoint, pid: started.process.pid })
  return started
}

/** What the modules of the stand-in share: the browser, the application's package, versions. */
export const runtime = {
  application: packageOf(resolve(process.argv[1] ?? '.')), // run.mjs has put the application's entry there
  versions: { electron: electronPackage.version, node: process.versions.node, chrome: '' },
  chromium: (): Promise<RunningChromium> => {
    running ??= start()
    return running
  },
  session: (id: string): CdpSession => {
    if (!started) throw new Error('Chromium has not started.')
    return started.connection.session(id)
  },
  addSwitch: (name: string, value?: string): void => {
    if (running) throw new Error(`The switch ${name} comes too late: Chromium has started.`)
    switches.push(value === undefined ? `--${name}` : `--${name}=${value}`)
  },
  /** Ends Chromium, giving it a moment to write its profile, and then this process. */
  exit: (code: number): void => {
    if (!started) process.exit(code)
    const chromium = started
    chromium.process.removeAllListeners('exit')
    chromium.process.once('exit', () => process.exit(code))
    chromium.connection.browser.tell('Browser.close')
    setTimeout(() => {
      chromium.process.kill('SIGKILL')
      process.exit(code)
    }, chromiumExitLimitMs)
  },
}

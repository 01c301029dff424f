import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuiet } from './child.mjs'
import { fittingNode } from './node.mjs'
import { projectEnvironment, root } from './paths.mjs'
import { StepError, step } from './say.mjs'

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// The engine without a browser around it takes a quarter less of the processor for the same tests.
const SHELL = 'chromium-headless-shell'
const SHELL_FIRST = { names: [SHELL, ...WHOLE], packages: [SHELL, 'chromium'] }
// What is measured is what a person would have: frames, memory and start of the whole browser.
const WHOLE_FIRST = { names: [...WHOLE, SHELL], packages: ['chromium'] }
// A Chromium that can't load its libraries, or a stub that asks for another package, fails at --version.
const VERSION_LIMIT_MS = 20_000
// A download prints each tenth of its way; silence for this long means that it does not move.
const DOWNLOAD_STALL_MS = 60_000
const PACKAGE_LIMIT_MS = 10 * 60_000

/** The world that the search looks at; tests put another one in its place. */
const machine = {
  env: process.env,
  works: async (path) => {
    const { code } = await runQuiet(path, ['--version'], { timeoutMs: VERSION_LIMIT_MS })
    return code === 0
  },
  playwrightPath,
  playwrightDownload,
  packageManager: () => (isRoot() && isDebian() ? 'apt-get' : undefined),
  packageInstall,
}

/** A Chromium for the tests that is on this machine already: named, on PATH, or Playwright's own; else undefined. */
export function findChromium(world = machine) {
  return find(world, SHELL_FIRST)
}

/** A Chromium for the tests, fetched where there is none; a StepError says what to do when none can be had. */
export function ensureChromium(world = machine) {
  return ensure(world, SHELL_FIRST)
}

/** As {@link ensureChromium}, the whole browser where it is there or can be had. */
export function ensureWholeChromium(world = machine) {
  return ensure(world, WHOLE_FIRST)
}

async function find(world, { names }) {
  const named = world.env.COUNTERSIGN_TEST_CHROMIUM
  if (named) {
    if (await world.works(named)) return named
    throw new StepError(
      `COUNTERSIGN_TEST_CHROMIUM names ${named}, which does not run: correct it or unset it.`,
    )
  }
  for (const path of onPath(names, world.env.PATH ?? '')) if (await world.works(path)) return path
  const own = await world.playwrightPath()
  return own !== undefined && isProgram(own) && (await world.works(own)) ? own : undefined
}

async function ensure(world, wanted) {
  const found = await find(world, wanted)
  if (found !== undefined) return found
  // The distribution's package brings the libraries that a bare machine lacks; Playwright's build does not.
  const packages = world.packageManager() === undefined ? [] : wanted.packages
  const ways = [...packages.map((name) => () => world.packageInstall(name)), world.playwrightDownload]
  for (const fetch of ways) {
    if (!(await fetch())) continue
    const path = await find(world, wanted)
    if (path !== undefined) return path
  }
  throw new StepError(
    'No Chromium for the tests was found and none could be fetched: install Chromium or Chrome, or set COUNTERSIGN_TEST_CHROMIUM to one.',
  )
}

function onPath(names, path) {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isProgram)
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function playwrightPath() {
  const script = "process.stdout.write(require('playwright-core').chromium.executablePath())"
  const { code, output } = await runQuiet(fittingNode(), ['-e', script], {
    cwd: root,
    env: projectEnvironment(),
    timeoutMs: VERSION_LIMIT_MS,
  })
  return code === 0 ? output : undefined
}

async function playwrightDownload() {
  return attempt("Fetching Playwright's Chromium for the tests", () =>
    runQuiet(
      fittingNode(),
      [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', '--no-shell', 'chromium'],
      {
        cwd: root,
        env: projectEnvironment({ PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }),
        stallMs: DOWNLOAD_STALL_MS,
      },
    ),
  )
}

async function packageInstall(name) {
  return attempt(`Installing the distribution's ${name} for the tests`, async () => {
    const options = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: PACKAGE_LIMIT_MS,
    }
    const updated = await runQuiet('apt-get', ['update', '-q'], options)
    if (updated.code !== 0) return updated
    return runQuiet('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], options)
  })
}

/** Tries one way; the reason of a failure is its last line, because the next way may still succeed. */
async function attempt(title, run) {
  let reason = ''
  const done = await step(title, async () => {
    const { code, output, ended } = await run()
    if (code === 0) return true
    reason = ended === 'exit' ? (output.trim().split('\n').at(-1) ?? '') : ended
    return false
  })
  if (!done) process.stderr.write(`  not possible: ${reason}\n`)
  return done
}

function isRoot() {
  return process.getuid?.() === 0
}

/** Debian and what follows it closely; Ubuntu's chromium package only points to a snap. */
function isDebian() {
  try {
    const release = readFileSync('/etc/os-release', 'utf8')
    return /^ID(_LIKE)?=.*debian/m.test(release) && !/^ID(_LIKE)?=.*ubuntu/m.test(release)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return false
  }
}

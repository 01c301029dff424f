import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { runQuiet } from './child.mjs'
import { root } from './paths.mjs'
import { StepError, say, step } from './say.mjs'

// npm gives up on a dead line by itself after some minutes; this ends an npm that hangs.
const INSTALL_LIMIT_MS = 20 * 60_000
const STAMP = join('node_modules', '.countersign-install')

/** Whether node_modules holds what package-lock.json names. */
export function isInstalled(folder = root) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  if (readText(join(folder, STAMP)) === hash) return true
  if (!holdsAll(lock, readText(join(folder, 'node_modules', '.package-lock.json')))) return false
  // A person's own `npm ci` or `npm install` has done the work.
  writeFileSync(join(folder, STAMP), hash)
  return true
}

/** Installs exactly what package-lock.json names; npm's output appears only if it fails. */
export async function install(folder = root) {
  await step('Installing packages, about a minute the first time', async () => {
    const npm = npmCommand()
    // No dependency needs an install script: binaries come inside their packages.
    const args = [
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    const { code, output, ended } = await runQuiet(npm.command, [...npm.args, ...args], {
      cwd: folder,
      env: withoutProjectPath(folder),
      shell: npm.shell,
      timeoutMs: INSTALL_LIMIT_MS,
    })
    if (ended === 'missing')
      throw new StepError('npm was not found: install npm (it comes with Node) and try again.')
    if (code !== 0) {
      say(`\n${output.trimEnd()}`)
      throw new StepError(
        `Packages could not be installed (npm ci ${ended === 'exit' ? `ended with ${code}` : 'took too long'}): see npm's message above, check the network, and try again.`,
      )
    }
    const lock = readFileSync(join(folder, 'package-lock.json'))
    writeFileSync(join(folder, STAMP), createHash('sha256').update(lock).digest('hex'))
  })
}

/** npm's record of what is installed against the lock file; packages for other platforms may be missing. */
function holdsAll(lock, installed) {
  if (installed === undefined) return false
  const there = JSON.parse(installed).packages ?? {}
  const pinnedNode = `node_modules/node-${process.platform}-${process.arch}`
  return Object.entries(JSON.parse(lock.toString()).packages ?? {}).every(
    ([path, entry]) =>
      path === '' ||
      there[path]?.version === entry.version ||
      (entry.optional && there[path] === undefined && path !== pinnedNode),
  )
}

function npmCommand() {
  // Set by npm itself for `npm start` and `npm test`: the same npm, under the Node that it runs on.
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script?.endsWith('npm-cli.js') && existsSync(script)) {
    return { command: node && existsSync(node) ? node : process.execPath, args: [script], shell: false }
  }
  return process.platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false }
}

/** npm must not run on the Node inside the node_modules that it is about to delete. */
function withoutProjectPath(folder) {
  const env = { ...process.env }
  for (const name of Object.keys(env).filter((key) => key.toUpperCase() === 'PATH')) {
    env[name] = env[name]
      .split(delimiter)
      .filter((entry) => dirname(entry) !== join(folder, 'node_modules'))
      .join(delimiter)
  }
  return env
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }
}

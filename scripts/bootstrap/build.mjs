import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuiet } from './child.mjs'
import { fittingNode } from './node.mjs'
import { projectEnvironment, root } from './paths.mjs'
import { StepError, say, step } from './say.mjs'

const STAMP = join('out', '.build.json')
const PRODUCTS = [
  'main/index.js',
  'main/server.js',
  'main/cli.js',
  'preload/index.cjs',
  'renderer/index.html',
]
/** What the engine compiled of the program that was built before (src/main/start/keep-compiled.ts). */
const COMPILED = join('out', 'compiled')
const INPUT_FOLDERS = ['src', 'resources']
const INPUT_FILE = /^(electron\.vite\.config\.ts|tsconfig.*\.json|package(-lock)?\.json)$/
const NOT_BUILT = /\.test\.tsx?$/

/** Whether out/ was built from the sources as they are. */
export function isBuilt(folder = root) {
  const stamp = readStamp(folder)
  if (stamp === undefined || !PRODUCTS.every((path) => existsSync(join(folder, 'out', path)))) return false
  const inputs = inputsOf(folder)
  const fingerprint = fingerprintOf(folder, inputs)
  if (stamp.fingerprint === fingerprint) return true
  // Touched but equal, as after a change of branch and back.
  if (stamp.content !== contentOf(folder, inputs)) return false
  writeStamp(folder, { ...stamp, fingerprint })
  return true
}

/** Builds main, preload and renderer; the bundler's output appears only if it fails. */
export async function build(folder = root, node = fittingNode({ folder })) {
  await step('Building', async () => {
    const inputs = inputsOf(folder)
    const stamp = { fingerprint: fingerprintOf(folder, inputs), content: contentOf(folder, inputs) }
    // A build that is cut off must not pass for one that is done.
    rmSync(join(folder, STAMP), { force: true })
    rmSync(join(folder, COMPILED), { recursive: true, force: true })
    const bundler = join(folder, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const { code, output } = await runQuiet(node, [bundler, 'build'], {
      cwd: folder,
      env: projectEnvironment({ NODE_ENV: 'production' }, folder),
    })
    const missing = PRODUCTS.filter((path) => !existsSync(join(folder, 'out', path)))
    if (code !== 0 || missing.length > 0) {
      say(`\n${output.trimEnd()}`)
      const why = code !== 0 ? 'see the message above' : `out/${missing.join(', out/')} did not appear`
      throw new StepError(`The build failed: ${why}. Nothing was started.`)
    }
    writeStamp(folder, stamp)
  })
}

/** Every file that the build depends on, as sorted paths relative to the checkout. */
export function inputsOf(folder = root) {
  const files = readdirSync(folder).filter((name) => INPUT_FILE.test(name))
  const walk = (path) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const below = `${path}/${entry.name}`
      if (entry.isDirectory()) walk(below)
      else if (!NOT_BUILT.test(entry.name)) files.push(below)
    }
  }
  for (const path of INPUT_FOLDERS) if (existsSync(join(folder, path))) walk(path)
  return files.sort()
}

function fingerprintOf(folder, inputs) {
  const hash = createHash('sha256')
  for (const path of inputs) {
    const { size, mtimeMs } = statSync(join(folder, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function contentOf(folder, inputs) {
  const hash = createHash('sha256')
  for (const path of inputs) {
    const bytes = readFileSync(join(folder, path))
    hash.update(`${path}\0${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

function readStamp(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, STAMP), 'utf8'))
  } catch {
    // Absent, or cut off by a crash: both mean that nothing is known about out/.
    return undefined
  }
}

function writeStamp(folder, stamp) {
  mkdirSync(join(folder, 'out'), { recursive: true })
  writeFileSync(join(folder, STAMP), JSON.stringify(stamp))
}

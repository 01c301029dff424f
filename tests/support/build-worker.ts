import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { once } from '../../src/main/once'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/countersign-workers')

/** Packages that find their binaries beside their own sources, as in the real build. */
const loadedFromNodeModules = [
  'better-sqlite3',
  '@embedpdf/pdfium',
  '@vscode/ripgrep',
  'canvaskit-wasm/full',
  'sqlite-vec',
  'electron',
]

/** What the real build puts beside a worker. */
const besideWorker: Readonly<Record<string, () => Promise<Plugin[]>>> = {
  extract: async () => [(await import('../../scripts/recognition-files')).recognitionFiles('extract.js')],
  infer: async () => [(await import('../../scripts/inference-files')).inferenceFiles('infer.js')],
}

/** What was asked for in this process: its own sources do not change while it runs. */
const asked = new Map<string, Promise<URL>>()

/** Bundles a worker's entry: `extract` for src/main/workers/extract.ts. */
export function buildWorker(name: string): Promise<URL> {
  return buildEntry(`src/main/workers/${name}.ts`)
}

/**
 * Bundles an entry of a thread or a process as the real build does and returns its address: neither can load
 * TypeScript with extensionless imports. Built again only when a source changed; several test processes may ask at
 * once.
 */
export function buildEntry(source: string): Promise<URL> {
  const known = asked.get(source) ?? buildAnew(source)
  asked.set(source, known)
  return known
}

async function buildAnew(source: string): Promise<URL> {
  const name = basename(source, '.ts')
  const target = join(cache, `${name}-${sourceKey()}`)
  const file = join(target, `${name}.js`)
  if (!existsSync(file)) {
    const outDir = `${target}.${process.pid}`
    // The bundler takes a second to load, and is needed once in many processes.
    const { build } = await import('vite')
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: (await besideWorker[name]?.()) ?? [],
      build: {
        ssr: join(root, source),
        target: 'node22',
        outDir,
        emptyOutDir: true,
        rolldownOptions: {
          external: loadedFromNodeModules,
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
      ssr: { noExternal: true, external: loadedFromNodeModules },
    })
    publish(outDir, target)
    pruneOld(name)
  }
  return pathToFileURL(file)
}

/** A rename is atomic: another process sees the whole folder or none. */
function publish(outDir: string, target: string): void {
  mkdirSync(cache, { recursive: true })
  try {
    renameSync(outDir, target)
  } catch (error) {
    rmSync(outDir, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

/** Old builds go after an hour, when no test process can still be using them. */
function pruneOld(name: string): void {
  const hourMs = 3_600_000
  for (const entry of readdirSync(cache)) {
    const folder = join(cache, entry)
    if (entry.startsWith(`${name}-`) && Date.now() - statSync(folder).mtimeMs > hourMs) {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Changes when any source that an entry could import was added, removed or written. */
const sourceKey = once(() => {
  const hash = createHash('sha256')
  for (const folder of ['src/main', 'src/shared', 'src/tools', 'resources/migrations', 'tests/support']) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()
    for (const name of names) {
      if (!/\.(ts|sql)$/.test(name) || name.endsWith('.test.ts')) continue
      const { mtimeMs, size } = statSync(join(root, folder, name))
      hash.update(`${folder}/${name}\0${mtimeMs}\0${size}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
})

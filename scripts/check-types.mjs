import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runQuiet } from './bootstrap/child.mjs'
import { fittingNode } from './bootstrap/node.mjs'
import { root } from './bootstrap/paths.mjs'

// One compiler run per environment: a file that reaches for what its environment lacks is an error there.
const projects = ['main', 'renderer', 'preload', 'tests'].map((name) => `tsconfig.${name}.json`)
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

const results = await Promise.all(
  projects.map(async (project) => {
    if (!existsSync(join(root, project))) return { code: 1, output: `${project} is missing.` }
    return runQuiet(fittingNode(), [compiler, '--noEmit', '-p', project], { cwd: root })
  }),
)

// A file that belongs to two projects reports its errors twice.
const lines = new Set(
  results.flatMap(({ output }) => output.trim().split('\n')).filter((line) => line !== ''),
)
for (const line of lines) process.stdout.write(`${line}\n`)
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1

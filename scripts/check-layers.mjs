import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runQuiet } from './bootstrap/child.mjs'
import { fittingNode } from './bootstrap/node.mjs'
import { root } from './bootstrap/paths.mjs'

const cruiser = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
const parser = pathToFileURL(join(root, 'scripts', 'layers', 'classic-typescript.mjs')).href

if (!existsSync(join(root, 'node_modules', 'typescript-6', 'package.json'))) {
  process.stdout.write('The layers can not be checked without the package typescript-6 (npm:typescript@6).\n')
  process.exitCode = 1
} else {
  const { code, output } = await runQuiet(
    fittingNode(),
    ['--import', parser, cruiser, '--config', '.dependency-cruiser.cjs', 'src', 'tests'],
    { cwd: root },
  )
  const cruised = Number(/(\d+) modules?, \d+ dependenc/.exec(output)?.[1] ?? 0)
  process.stdout.write(`${output.trim()}\n`)
  // A check that saw no sources has proved nothing.
  if (cruised === 0 && code === 0) process.stdout.write('No modules were read: the check is not working.\n')
  process.exitCode = code === 0 && cruised > 0 ? 0 : 1
}

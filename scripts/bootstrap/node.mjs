import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { StepError } from './say.mjs'

// better-sqlite3 13 needs Node-API 10 and ends in a segmentation fault below it.
const NEEDED_NODE_API = 10
const NEEDED_NODE = '22.15'

/** The Node that everything runs under: this one where it fits, else the one from the registry. */
export function fittingNode({
  folder = root,
  nodeApi = Number(process.versions.napi),
  running = process.execPath,
  version = process.versions.node,
} = {}) {
  if (nodeApi >= NEEDED_NODE_API) return running
  const packaged = packagedNode(folder)
  if (existsSync(packaged)) return packaged
  throw new StepError(
    `Countersign needs Node ${NEEDED_NODE} or later, this is ${version}, and there is no packaged Node for ${process.platform}-${process.arch}: install a current Node from your system or nodejs.org and try again.`,
  )
}

/** Where npm puts the Node package of this platform, whether or not there is one. */
export function packagedNode(folder = root) {
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', program)
}

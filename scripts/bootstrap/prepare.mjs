import { join } from 'node:path'
import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withLock } from './lock.mjs'
import { fittingNode } from './node.mjs'
import { root } from './paths.mjs'

/** Installs and builds what is missing or stale, one process at a time, and gives the Node to go on with. */
export async function prepare({ built = true, folder = root } = {}) {
  const ready = () => isInstalled(folder) && (!built || isBuilt(folder))
  if (!ready()) {
    await withLock(join(folder, 'out', '.bootstrap-lock'), async () => {
      // Another process may have done the work while this one waited.
      if (!isInstalled(folder)) await install(folder)
      if (built && !isBuilt(folder)) await build(folder)
    })
  }
  return fittingNode({ folder })
}

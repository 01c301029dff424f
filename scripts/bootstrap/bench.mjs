import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitStatus, runQuiet, runThrough } from './child.mjs'
import { ensureWholeChromium } from './chromium.mjs'
import { callerFolder, projectEnvironment, root } from './paths.mjs'
import { prepare } from './prepare.mjs'
import { StepError, say } from './say.mjs'

/** `npm run bench [-- ARGUMENTS]`: bundles tests/bench/main.ts against the sources and runs it on the built product. */
export async function bench(args) {
  const entry = join(root, 'tests', 'bench', 'main.ts')
  if (!existsSync(entry)) throw new StepError('There is no tests/bench/main.ts to run.')
  const node = await prepare()
  const env = projectEnvironment({
    COUNTERSIGN_TEST_CHROMIUM: await ensureWholeChromium(),
    // The bundle lies elsewhere, so it learns from here where the checkout is.
    COUNTERSIGN_CHECKOUT: root,
  })
  const folder = join(root, 'node_modules', '.cache', 'countersign', 'bench')
  const bundler = join(root, 'scripts', 'bootstrap', 'bundle.mjs')
  const bundled = await runQuiet(node, [bundler, entry, folder], { cwd: root, env })
  if (bundled.code !== 0) {
    say(bundled.output.trimEnd())
    throw new StepError('The bench could not be bundled: see the message above.')
  }
  const { code, signal } = await runThrough(node, [join(folder, 'main.mjs'), ...args], {
    cwd: callerFolder('bench'),
    env,
  })
  return exitStatus(code, signal)
}

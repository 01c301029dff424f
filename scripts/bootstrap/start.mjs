import { join } from 'node:path'
import { exitStatus, runThrough } from './child.mjs'
import { ensureElectron } from './electron.mjs'
import { callerFolder, projectEnvironment, root } from './paths.mjs'
import { prepare } from './prepare.mjs'
import { say } from './say.mjs'

// Electron that can't start on this machine (missing libraries, no usable sandbox) ends at once, in one of these ways.
const QUICK_END_MS = 5_000
const CANNOT_START_SIGNALS = ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL']
const MISSING_LIBRARY_CODE = 127

/** `npm start`: the window where Electron can run, else the same core served to the browser. */
export async function start(args) {
  const node = await prepare()
  const rest = args.filter((arg) => arg !== '--browser')
  const options = { cwd: callerFolder('start'), env: projectEnvironment() }
  let reason
  if (rest.length === args.length) {
    const electron = await ensureElectron()
    reason = electron.reason
    if (electron.binary !== undefined) {
      const started = Date.now()
      const { code, signal } = await runThrough(electron.binary, [root, ...rest], options)
      const quick = Date.now() - started < QUICK_END_MS
      if (!quick || !(CANNOT_START_SIGNALS.includes(signal) || code === MISSING_LIBRARY_CODE)) {
        return exitStatus(code, signal)
      }
      reason = 'Electron does not start on this machine'
    }
  }
  if (reason !== undefined) say(`The browser host is used: ${reason}.`)
  const { code, signal } = await runThrough(node, [join(root, 'out', 'main', 'server.js'), ...rest], options)
  return exitStatus(code, signal)
}

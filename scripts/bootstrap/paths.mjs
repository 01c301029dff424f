import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '')

/** The environment for the project's own programs: their commands, and the pinned Node, come first on PATH. */
export function projectEnvironment(extra = {}, folder = root) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [join(folder, 'node_modules', '.bin'), process.env[name] ?? ''].join(delimiter)
  return { ...process.env, [name]: path, ...extra }
}

/** Where the person stands: npm runs scripts in the checkout and says where it was called in INIT_CWD. */
export function callerFolder(script) {
  return (process.env.npm_lifecycle_event === script && process.env.INIT_CWD) || process.cwd()
}

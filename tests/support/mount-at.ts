import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this user may mount something. */
export const mayMount = tried()

function tried(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'countersign-mount-'))
  const mounted = run('mount', ['--bind', folder, folder])
  if (mounted) run('umount', [folder])
  rmdirSync(folder)
  return mounted
}

/** Shows a folder at another one, too; answers what ends that. */
export function mountAt(folder: string, at: string): () => void {
  if (!run('mount', ['--bind', folder, at])) throw new Error(`Nothing could be mounted at ${at}.`)
  return () => void run('umount', [at])
}

function run(command: string, options: readonly string[]): boolean {
  return spawnSync(command, options).status === 0
}

import { join } from 'node:path'
import { homeFolder } from '../disk/home-folder'

/** A path that people write from their own folder on, as `~/Documents`, from the root on; any other as it is. */
export function fromHome(path: string, home = homeFolder()): string {
  if (path === '~') return home
  return path.startsWith('~/') ? join(home, path.slice(2)) : path
}

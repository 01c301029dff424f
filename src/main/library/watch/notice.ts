import { watch } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemCode } from '../../files/disk-errors'
import type { Scan } from './scan'

/** Tells that something in a folder changed, not what. */
export type Notice = {
  /** Follows the folders of the last look; false where the system can't tell of so many. */
  follow(folders: Scan['folders']): Promise<boolean>
  close(): void
}

/** Milliseconds of asking the system after which others have their turn. */
const sliceMs = 8

/** The systems that tell of everything below a folder by one request. */
const tellsOfAllBelow = process.platform === 'darwin' || process.platform === 'win32'

/** Has the system tell of a folder until it is closed. */
type WatchFolder = (
  path: string,
  options: { readonly persistent: boolean; readonly recursive: boolean },
  onChange: () => void,
) => { on(event: 'error', listener: () => void): unknown; close(): void }

/** Makes a notice that follows nothing yet. `watchFolder` is the system's. */
export function createNotice(onChange: () => void, watchFolder: WatchFolder = watch): Notice {
  const watchers = new Map<string, { readonly node: string; readonly watcher: ReturnType<WatchFolder> }>()
  let closed = false

  const end = (path: string) => {
    watchers.get(path)?.watcher.close()
    watchers.delete(path)
  }

  function begin(path: string, node: string): void {
    const options = { persistent: false, recursive: tellsOfAllBelow }
    const watcher = watchFolder(path, options, () => onChange())
    watcher.on('error', () => {
      // A folder that goes away ends its watcher; the next look says what there is.
      end(path)
      onChange()
    })
    watchers.set(path, { node, watcher })
  }

  const closeAll = () => {
    for (const path of [...watchers.keys()]) end(path)
  }

  return {
    async follow(folders) {
      const wanted = new Map(
        (tellsOfAllBelow ? folders.slice(0, 1) : folders).map((each) => [each.path, each.node]),
      )
      for (const [path, { node }] of watchers) if (wanted.get(path) !== node) end(path)
      let sliceEnd = performance.now() + sliceMs
      for (const [path, node] of wanted) {
        if (closed) return true
        if (watchers.has(path)) continue
        try {
          begin(path, node)
        } catch (error) {
          const code = systemCode(error)
          if (code === null) throw error
          // It went away since the look; the folder above tells of that.
          if (code === 'ENOENT' || code === 'ENOTDIR') continue
          // The system's limit is reached, or this disk tells of nothing.
          closeAll()
          return false
        }
        if (performance.now() > sliceEnd) {
          await nextTurn()
          sliceEnd = performance.now() + sliceMs
        }
      }
      return true
    },
    close() {
      closed = true
      closeAll()
    },
  }
}

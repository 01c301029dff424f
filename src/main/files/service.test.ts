import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { sandboxArguments } from '../commands/sandbox'

let open: OpenFiles
let far: string
/** Where the socket of a data folder is whose path is too long for one. */
let place: string

beforeEach(() => {
  far = mkdtempSync(join(tmpdir(), `countersign-${'far-away-'.repeat(12)}`))
  open = openFiles(far)
  place = dirname(open.folder.socket)
  mkdirSync(place, { recursive: true, mode: 0o700 })
})
afterEach(() => {
  open.close()
  for (const folder of [far, place]) rmSync(folder, { recursive: true, force: true })
})

// Windows has pipes, which lie in no folder.
describe.skipIf(process.platform === 'win32')('the socket beside a data folder with a long path', () => {
  it('is closed to tools in a granted folder around it', async () => {
    expect(place.startsWith(open.folder.root)).toBe(false)
    await open.grants.grant(tmpdir(), 'read_write', 'dialog')
    for (const path of [place, open.folder.socket, join(place, 'new')]) {
      await expect(open.files.planNewFile(path, 'x')).rejects.toMatchObject({ code: 'denied' })
    }
    const signal = new AbortController().signal
    await expect(open.files.planRemovals([place], signal)).rejects.toMatchObject({ code: 'denied' })
  })

  it('is out of sight for commands', () => {
    const { docs, base, files } = open
    const told = sandboxArguments({
      ...{ grant: realpathSync(tmpdir()), folder: docs, network: false, home: base, secrets: [], grants: [] },
      ownFolders: files.ownFolders,
    })
    expect(told.join(' ')).toContain(`--tmpfs ${realpathSync(place)}`)
  })
})

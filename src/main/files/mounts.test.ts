import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quoted } from '../../shared/text/quoted'
import { requireOneDisk } from './mounts'
import { removeTree } from './remove-tree'

// Lines of Linux, which writes blanks, line ends and backslashes of a path by their bytes.
const list = String.raw`22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:35 / /home/ada/x-evil rw - tmpfs none rw
41 22 0:36 / /home/ada/docs/b\040c rw - tmpfs none rw
42 22 8:1 /srv/pictures /home/ada/back\134slash/line\012end/tab\011 rw,relatime shared:1 - ext4 /dev/sda1 rw
43 22 8:2 / /home/ada/Grüße rw - ext4 /dev/sdb1 rw
`
const insideOf = (path: string, mounts = list) => {
  try {
    requireOneDisk(path, 'conflict', () => mounts)
    return null
  } catch (error) {
    return error
  }
}

describe('what is mounted in a folder', () => {
  it.each([
    ['/home/ada/docs', '/home/ada/docs/b c'],
    ['/home/ada/docs/b c', '/home/ada/docs/b c'],
    ['/home/ada/back\\slash', '/home/ada/back\\slash/line\nend/tab\t'],
    ['/home/ada/back\\slash/line\nend', '/home/ada/back\\slash/line\nend/tab\t'],
    ['/home/ada/Grüße', '/home/ada/Grüße'],
  ])('is found, the folder itself among it: %j', (path, inside) => {
    expect(insideOf(path)).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`mounted at ${quoted(inside)},`),
    })
  })

  it.each([
    '/home/ada/x',
    '/home/ada/docs/b',
    '/home/ada/docs/b c/precious.txt',
    '/home/ada/docs/b\\040c',
    '/home/ada/Gr',
    '/srv/pictures',
  ])('is nothing beside it or above it: %j', (path) => {
    expect(insideOf(path)).toBeNull()
  })

  it('is nothing where the system lists nothing', () => {
    expect(insideOf('/home/ada', '')).toBeNull()
  })
})

it('keeps a folder from being removed in which something is mounted, whole', async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-mounts-')))
  const folder = join(base, 'folder')
  mkdirSync(join(folder, 'disk'), { recursive: true })
  writeFileSync(join(folder, 'disk', 'precious.txt'), 'precious')
  writeFileSync(join(folder, 'beside.txt'), 'beside')
  const mounted = `40 22 8:1 /srv ${join(folder, 'disk')} rw - ext4 /dev/sda1 rw\n`
  try {
    await expect(removeTree(folder, { mounts: () => mounted })).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(join(folder, 'disk', 'precious.txt'), 'utf8')).toBe('precious')
    expect(readdirSync(folder)).toEqual(['beside.txt', 'disk'])
    await removeTree(folder, { mounts: () => '' })
    expect(readdirSync(base)).toEqual([])
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})

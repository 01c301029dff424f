import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors'
import { intoEmptyFolder } from './folder-writer'

// What happens in the instant before a file is opened, and a disk that is full.
const disk = vi.hoisted(() => ({ beforeOpen: (): void => undefined, isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const open: typeof real.open = async (path, flags, ...rest) => {
    disk.beforeOpen()
    const file = await real.open(path, flags, ...rest)
    if (disk.isFull && flags === 'wx') {
      file.writeFile = () =>
        Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }))
    }
    return file
  }
  return { ...real, open }
})

let target: string

beforeEach(() => {
  target = join(mkdtempSync(join(tmpdir(), 'export-')), 'out')
})
afterEach(() => rmSync(join(target, '..'), { recursive: true, force: true }))

const goOn = () => undefined

describe('an export that fails', () => {
  it('takes away what it wrote, and the folder that it made', async () => {
    const work = intoEmptyFolder(target, goOn, async (root) => {
      await (await root.folder('library')).write('a.txt', 'a')
      await root.write('settings.json', '{}')
      throw new Error('no more')
    })
    await expect(work).rejects.toThrow()
    expect(readdirSync(join(target, '..'))).toEqual([])
  })

  it('leaves what somebody else put there meanwhile under a name that it wanted', async () => {
    const work = intoEmptyFolder(target, goOn, async (root) => {
      await root.write('settings.json', '{}')
      writeFileSync(join(target, 'README.txt'), 'mine')
      await root.write('README.txt', 'of the export')
    })
    await expect(work).rejects.toMatchObject({ code: 'already_exists' })
    expect(readdirSync(target)).toEqual(['README.txt'])
    expect(readFileSync(join(target, 'README.txt'), 'utf8')).toBe('mine')
  })

  it('leaves somebody else’s folder with all that is in it', async () => {
    const work = intoEmptyFolder(target, goOn, async (root) => {
      mkdirSync(join(target, 'library'))
      writeFileSync(join(target, 'library', 'novel.txt'), 'mine')
      await root.folder('library')
    })
    await expect(work).rejects.toMatchObject({ code: 'already_exists' })
    expect(readFileSync(join(target, 'library', 'novel.txt'), 'utf8')).toBe('mine')
  })
})

describe('a file that is copied', () => {
  /** What is answered for a file that is there or not, with what the export has then. */
  async function copied(from: string) {
    let answer: string | null | undefined
    let counted: unknown
    await intoEmptyFolder(target, goOn, async (root, tally) => {
      answer = await root.copy('a.txt', from)
      counted = { ...tally }
    })
    return { answer, counted, names: readdirSync(target) }
  }
  const nothing = { answer: null, counted: { files: 0, bytes: 0 }, names: [] }
  const beside = (...names: string[]) => join(target, '..', ...names)

  it('comes whole, also where it is longer than what is read at once', async () => {
    const content = Buffer.alloc(2 ** 21 + 7, 'tide ')
    writeFileSync(beside('a.txt'), content)
    expect(await copied(beside('a.txt'))).toEqual({
      answer: 'a.txt',
      counted: { files: 1, bytes: content.length },
      names: ['a.txt'],
    })
    expect(readFileSync(join(target, 'a.txt')).equals(content)).toBe(true)
    expect(statSync(join(target, 'a.txt')).mode & 0o777).toBe(0o600)
  })

  it('is one that is not there where it goes in the instant before', async () => {
    writeFileSync(beside('a.txt'), 'a')
    disk.beforeOpen = () => rmSync(beside('a.txt'), { force: true })
    try {
      expect(await copied(beside('a.txt'))).toEqual(nothing)
    } finally {
      disk.beforeOpen = () => undefined
    }
  })

  it('is one that is not there where the links to it lead in a circle', async () => {
    symlinkSync(beside('circle'), beside('circle'))
    expect(await copied(beside('circle', 'a.txt'))).toEqual(nothing)
  })

  it('is not followed where it is a link', async () => {
    writeFileSync(beside('secret.txt'), 'of somebody else')
    symlinkSync(beside('secret.txt'), beside('a.txt'))
    expect(await copied(beside('a.txt'))).toEqual(nothing)
  })

  // A file of the system that opens, and answers with an error of the disk when it is read.
  it.runIf(process.platform === 'linux')('is one that is not there where its disk fails', async () => {
    expect(await copied('/proc/self/mem')).toEqual(nothing)
  })

  it('makes the export fail where there is no room for it, and says what was being written', async () => {
    writeFileSync(beside('a.txt'), 'a')
    disk.isFull = true
    try {
      await expect(copied(beside('a.txt'))).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(join(target, 'a.txt')),
      })
    } finally {
      disk.isFull = false
    }
    expect(existsSync(target)).toBe(false)
  })

  it('can be stopped in its middle, and leaves nothing', async () => {
    writeFileSync(beside('a.txt'), Buffer.alloc(2 ** 21))
    let asked = 0
    const stopped = new AppError('cancelled', 'Stopped.')
    const work = intoEmptyFolder(
      target,
      () => {
        if (++asked > 2) throw stopped
      },
      (root) => root.copy('a.txt', beside('a.txt')),
    )
    await expect(work).rejects.toBe(stopped)
    expect(existsSync(target)).toBe(false)
  })
})

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { intoEmptyFolder } from './folder-writer'

// What others do in the instant before a file is copied.
const others = vi.hoisted(() => ({ beforeCopy: (): void => undefined }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const copyFile: typeof real.copyFile = (...args) => {
    others.beforeCopy()
    return real.copyFile(...args)
  }
  return { ...real, copyFile }
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

it('a file that goes in the instant before it is copied is one that is not there', async () => {
  const from = join(target, '..', 'a.txt')
  writeFileSync(from, 'a')
  others.beforeCopy = () => rmSync(from)
  try {
    await intoEmptyFolder(target, goOn, async (root, tally) => {
      expect(await root.copy('a.txt', from)).toBeNull()
      expect(tally).toEqual({ files: 0, bytes: 0 })
    })
  } finally {
    others.beforeCopy = () => undefined
  }
  expect(readdirSync(target)).toEqual([])
})

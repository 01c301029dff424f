import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpLibrary } from '../../../../tests/support/library-desk'

const desk = setUpLibrary()

describe('finding files', () => {
  it('walks folders without following links, skips hidden ones and says why others were left out', async () => {
    const long = `${'n'.repeat(251)}.txt`
    for (const name of [
      'in/a.txt',
      'in/sub/b.MD',
      'in/.hidden/c.txt',
      'in/node_modules/package/README.md',
      'in/LICENSE',
      'in/.d.txt',
      'in/e.zip',
      'in/line\nbreak.txt',
      'in/\u202egnp.txt',
      `in/${long}`,
    ]) {
      desk.fixture.file(name, name)
    }
    const top = join(desk.fixture.folder, 'files/in')
    symlinkSync(top, join(top, 'sub/loop'))
    symlinkSync('/etc/passwd', join(top, 'passwd.txt'))
    mkdirSync(join(top, 'empty'))
    const missing = join(top, 'missing.txt')
    const { files, skipped } = await desk.fixture.library.findFiles(
      [top, join(top, 'a.txt'), join(top, 'e.zip'), missing],
      new AbortController().signal,
    )
    expect(files.map((path) => path.slice(top.length + 1)).sort()).toEqual(
      ['LICENSE', 'a.txt', 'e.zip', 'line\nbreak.txt', long, 'sub/b.MD', '\u202egnp.txt'].sort(),
    )
    expect(skipped.map(({ path }) => path.slice(top.length + 1)).sort()).toEqual(
      ['missing.txt', 'passwd.txt', 'sub/loop'].sort(),
    )
    expect(skipped.every(({ reason }) => reason.endsWith('.'))).toBe(true)
  })

  it('gives a name with a line break and direction marks a title of one plain line', async () => {
    const { id } = await desk.fixture.add(desk.fixture.file('line\nbreak \u202etxt.txt', 'text'))
    expect((await desk.fixture.settled(id)).title).toBe('line break txt')
  })

  it('stops when it is told to', async () => {
    await expect(desk.fixture.library.findFiles([desk.fixture.folder], AbortSignal.abort())).rejects.toThrow()
  })
})

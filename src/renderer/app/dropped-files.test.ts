import { describe, expect, it } from 'vitest'
import { type DroppedEntry, filesOfEntries } from './dropped-files'

function file(name: string): DroppedEntry {
  return {
    isFile: true,
    isDirectory: false,
    name,
    file: (done: (file: File) => void) => done(new File([], name)),
  } as DroppedEntry
}

/** Gives its children two at a time, as a browser gives a hundred. */
function folder(name: string, children: readonly DroppedEntry[]): DroppedEntry {
  return {
    isFile: false,
    isDirectory: true,
    name,
    createReader() {
      let at = 0
      return {
        readEntries(done: (entries: readonly DroppedEntry[]) => void) {
          done(children.slice(at, at + 2))
          at += 2
        },
      }
    },
  } as DroppedEntry
}

const names = async (entries: readonly DroppedEntry[], limit = 100) =>
  (await filesOfEntries(entries, limit)).files.map((found) => found.name)

describe('a drop', () => {
  it('gives the files of folders within folders, however many parts a folder comes in', async () => {
    const tree = folder('a', [
      file('1.md'),
      file('2.md'),
      file('3.md'),
      folder('b', [file('4.md'), file('5.md')]),
    ])
    expect(await names([tree, file('6.md')])).toEqual(['1.md', '2.md', '3.md', '4.md', '5.md', '6.md'])
  })

  it('tells where in the dropped folder each file lies, as a chosen folder does', async () => {
    const { files } = await filesOfEntries([folder('a', [folder('b', [file('1.md')])]), file('2.md')], 9)
    expect(files.map(({ webkitRelativePath }) => webkitRelativePath ?? '')).toEqual(['a/b/1.md', ''])
  })

  it('leaves hidden files inside folders out, but not one that was dropped itself', async () => {
    expect(await names([folder('a', [file('.hidden.md'), file('x.md')]), file('.dropped')])).toEqual([
      'x.md',
      '.dropped',
    ])
  })

  it('passes over what the library can’t read inside folders, but not what was dropped itself', async () => {
    const photos = folder('photos', [file('a.JPG'), file('notes.PDF'), file('README'), file('core')])
    const found = await filesOfEntries([photos, file('b.jpg')], 100)
    expect(found.files.map(({ name }) => name)).toEqual(['notes.PDF', 'README', 'b.jpg'])
    expect(found.unreadable).toEqual(['a.JPG', 'core'])
  })

  it('stops at the limit', async () => {
    expect(await names([folder('a', [file('1.md'), file('2.md'), file('3.md')])], 2)).toEqual([
      '1.md',
      '2.md',
    ])
  })

  it('ends in a folder that contains itself', async () => {
    const children: DroppedEntry[] = [file('x.md')]
    const loop = folder('loop', children)
    children.push(loop)
    expect((await names([loop], 1000)).length).toBeLessThan(100)
  })
})

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
  (await filesOfEntries(entries, limit)).map((found) => found.name)

describe('a drop', () => {
  it('gives the files of folders within folders, however many parts a folder comes in', async () => {
    const tree = folder('a', [file('1'), file('2'), file('3'), folder('b', [file('4'), file('5')])])
    expect(await names([tree, file('6')])).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('leaves hidden files inside folders out, but not one that was dropped itself', async () => {
    expect(await names([folder('a', [file('.hidden'), file('x')]), file('.dropped')])).toEqual([
      'x',
      '.dropped',
    ])
  })

  it('stops at the limit', async () => {
    expect(await names([folder('a', [file('1'), file('2'), file('3')])], 2)).toEqual(['1', '2'])
  })

  it('ends in a folder that contains itself', async () => {
    const children: DroppedEntry[] = [file('x')]
    const loop = folder('loop', children)
    children.push(loop)
    expect((await names([loop], 1000)).length).toBeLessThan(100)
  })
})

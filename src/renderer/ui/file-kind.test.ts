import { describe, expect, it } from 'vitest'
import { fileKind } from './file-kind'

describe('what a file whose text is not shown is called', () => {
  it.each([
    ['/home/me/pier.PNG', 'image'],
    ['tides.pdf', 'document'],
    ['C:\\Users\\me\\setup.exe', 'program'],
    ['/home/me/Letters/letter 1.md', 'readable'],
    ['/home/me/v1.2/README', 'readable'],
    ['core', 'other'],
    ['/home/me.txt/core', 'other'],
  ])('of %j is %j', (name, kind) => {
    expect(fileKind(name)).toBe(kind)
  })
})

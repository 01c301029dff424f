import { expect, it } from 'vitest'
import { toldApart } from './told-apart'

const document = (id: string, title: string, source: string) => ({ id, title, source })

it('tells documents of the same title apart by as little of where they come from as it takes', () => {
  const told = toldApart([
    document('a', 'Invoice', '/home/me/2024/invoice.pdf'),
    document('b', 'Invoice', '/home/me/2025/invoice.pdf'),
    document('c', 'Invoice', 'C:\\scans\\scan-1.pdf'),
    document('d', 'Tides', '/home/me/2024/tides.pdf'),
  ])
  expect(Object.fromEntries(told)).toEqual({
    a: '2024/invoice.pdf',
    b: '2025/invoice.pdf',
    c: 'scan-1.pdf',
  })
})

it('tells pages of the same title apart by their addresses', () => {
  const told = toldApart([
    document('a', 'Home', 'https://a.example/home'),
    document('b', 'Home', 'https://b.example/home'),
  ])
  expect([...told.values()]).toEqual(['https://a.example/home', 'https://b.example/home'])
})

it('goes by the source as people know it', () => {
  const told = toldApart([
    { ...document('a', 'Notes', '/uploads/1'), shownSource: 'one.md' },
    { ...document('b', 'Notes', '/uploads/2'), shownSource: 'two.md' },
  ])
  expect([...told.values()]).toEqual(['one.md', 'two.md'])
})

it('says nothing where that is the same too', () => {
  const told = toldApart([document('a', 'Notes', 'notes.md'), document('b', 'Notes', 'notes.md')])
  expect(told.size).toBe(0)
})

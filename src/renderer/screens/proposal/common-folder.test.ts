import { expect, it } from 'vitest'
import { commonFolder } from './common-folder'

it('is the folder that all paths lie in, whole names alone', () => {
  expect(commonFolder(['/a/reports/1.pdf', '/a/reports/2024/2.pdf'])).toBe('/a/reports/')
  expect(commonFolder(['/a/report/1.pdf', '/a/reports/2.pdf'])).toBe('/a/')
  expect(commonFolder(['~/x.pdf', '~/y.pdf'])).toBe('~/')
  expect(commonFolder(['C:\\Papers\\a.pdf', 'C:\\Papers\\b\\c.pdf'])).toBe('C:\\Papers\\')
})

it('is empty where they share none', () => {
  expect(commonFolder(['a.pdf', 'b.pdf'])).toBe('')
  expect(commonFolder(['/a.pdf', 'b/c.pdf'])).toBe('')
  expect(commonFolder([])).toBe('')
})

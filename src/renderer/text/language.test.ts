import { afterEach, expect, it, vi } from 'vitest'
import { chooseLanguage, formatPercent } from './language'

afterEach(() => {
  chooseLanguage('en')
  vi.unstubAllGlobals()
})

it('writes a share as each language does', () => {
  vi.stubGlobal('document', { documentElement: {} })
  expect([formatPercent(0), formatPercent(62.4), formatPercent(100)]).toEqual(['0%', '62%', '100%'])
  chooseLanguage('de')
  expect(formatPercent(100)).toBe('100\u00a0%')
})

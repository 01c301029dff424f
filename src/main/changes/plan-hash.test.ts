import { describe, expect, it } from 'vitest'
import type { Preview } from '../../shared/tool/preview'
import { typedConfirmation } from './plan-hash'

function losing(...labels: readonly string[]): Preview {
  const lost = labels.map((label) => ({ kind: 'document' as const, label, reference: label }))
  return { summary: 'Delete.', targets: lost, changes: [], lost, recovery: 'briefly', warnings: [] }
}

const asked = (name: string) => typedConfirmation('destructive_delete', losing(name))

describe('what must be typed to lose one thing that may not come back', () => {
  it.each([
    'huge.img',
    'Tides and the moon',
    'Übergröße – Maße.pdf',
    'Ærø',
    'Привет',
    '東京',
    'صفحه',
    '👩‍🚀',
    'delete 2 (copy)',
  ])('is its name: %s', (name) => {
    expect(asked(name)).toBe(name)
  })

  it.each([
    ['a direction change', 'report\u202efdp.exe'],
    ['a soft hyphen', 'ti\u00addes'],
    ['a zero-width space', 'ti\u200bdes'],
    ['a no-break space', 'annual\u00a0report'],
    ['a narrow no-break space', 'annual\u202freport'],
    ['a wide space', 'annual\u3000report'],
    ['a tab', 'annual\treport'],
    ['a line break', 'annual\nreport'],
    ['a line separator', 'annual\u2028report'],
    ['two spaces in a row', 'annual  report'],
    ['a run of spaces', `annual${' '.repeat(40)}report`],
    ['a space before it', ' report'],
    ['a space after it', 'report '],
    ['an invisible letter', 'annual\u3164'],
    ['tag characters', 'report\u{e0041}\u{e0042}'],
    ['a control character', 'report\u0007'],
    ['half a character', 'report\ud800'],
    ['a letter that looks like another', 'rep\u043ert'],
    ['a stroke that looks like a slash', 'a\u2215b'],
    ['nothing', ''],
    ['spaces alone', ' '],
  ])('is not a name with %s, which can’t be read and typed', (_, name) => {
    expect(asked(name)).toBe('delete 1')
  })

  it('is the number where there are several, whatever their names, and nothing where it comes back', () => {
    expect(typedConfirmation('destructive_delete', losing('a', 'b\u202e'))).toBe('delete 2')
    expect(typedConfirmation('destructive_delete', { ...losing('a\u202e'), recovery: 'trash' })).toBeNull()
    expect(typedConfirmation('safe_update', losing('a\u202e'))).toBeNull()
  })
})

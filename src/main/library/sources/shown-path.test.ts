import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shownPath } from './shown-path'

describe('the path that people know', () => {
  const uploads = mkdtempSync(join(tmpdir(), 'countersign-uploads-'))
  const at = (...parts: string[]) => join(realpathSync(uploads), ...parts)

  it('of what a browser handed over is its name, and within an archive where it is in that', () => {
    expect(shownPath(uploads, at('7b0c', 'tides.pdf'))).toBe('tides.pdf')
    expect(shownPath(uploads, at('7b0c', 'notes.zip', 'ebb.md'))).toBe(join('notes.zip', 'ebb.md'))
  })

  it('of anything else is its own', () => {
    for (const path of [
      join(uploads, '..', 'tides.pdf'),
      at(),
      at('7b0c'),
      'https://example.org/tides.pdf',
      '',
    ])
      expect(shownPath(uploads, path)).toBe(path)
    expect(shownPath(undefined, at('7b0c', 'tides.pdf'))).toBe(at('7b0c', 'tides.pdf'))
  })
})

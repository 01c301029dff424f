import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors'
import { renewedTexts } from './renewed-texts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'renewed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const document = { mime: 'text/plain', size: 6, sha256: 'aa' }

function file(text: string) {
  const source = join(folder, 'a.txt')
  writeFileSync(source, text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { source, label: 'a.txt', size: text.length, sha256, modifiedMs: 1 }
}

it('are both texts, and none where what is kept of the document is damaged or gone', async () => {
  const kept = { read: () => Promise.resolve(Buffer.from('before')) }
  expect(await renewedTexts(kept, document, file('after'))).toEqual({ before: 'before', after: 'after' })
  for (const code of ['corrupt', 'not_found'] as const) {
    const damaged = { read: () => Promise.reject(new AppError(code, 'Damaged.')) }
    expect(await renewedTexts(damaged, document, file('after'))).toBeNull()
  }
  const failing = { read: () => Promise.reject(new AppError('internal', 'Broken.')) }
  await expect(renewedTexts(failing, document, file('after'))).rejects.toThrow('Broken.')
})

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { IndexClient } from '../threads/index-client'
import { createIncomingFiles } from './incoming-files'

let uploads: string
beforeEach(() => {
  uploads = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-uploads-')))
})
afterEach(() => rmSync(uploads, { recursive: true }))

it('forgets no upload that a backup or an export may have listed', async () => {
  let isReading = true
  const path = join(uploads, '7b0c', 'tides.pdf')
  mkdirSync(join(uploads, '7b0c'))
  writeFileSync(path, 'Tides')
  const { forgetUploads } = createIncomingFiles({
    // Nothing is looked into here.
    index: {} as IndexClient,
    uploads,
    areRead: () => isReading,
    takesPictures: () => false,
  })
  await forgetUploads([path], [])
  expect(existsSync(path)).toBe(true)
  isReading = false
  await forgetUploads([path], [])
  expect(existsSync(path)).toBe(false)
})

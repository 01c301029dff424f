import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { chunkText } from '../../src/main/library/chunking/chunk'
import { extractFile } from '../../src/main/library/extractors/extract'
import type { ExtractedDocument } from '../../src/main/library/extractors/types'

/**
 * Has a folder for the tests of this file or group. What it gives back reads a file of a format that becomes Markdown,
 * and expects of every document that its headings are where they are said to be and that no chunk of it is empty.
 */
export function setUpExtraction(): (
  content: string | Uint8Array,
  name: string,
) => Promise<ExtractedDocument> {
  let folder: string
  let made = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-extraction-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  return async (content, name) => {
    const path = join(folder, `${made++}`)
    await writeFile(path, content)
    const document = await extractFile(path, name)
    for (const { title, start, level } of document.headings) {
      const line = document.text.slice(start).split('\n', 1)[0]
      expect(line).toBe(`${'#'.repeat(level)} ${title}`)
    }
    for (const chunk of chunkText(document)) {
      expect(document.text.slice(chunk.start, chunk.end).trim()).not.toBe('')
    }
    return document
  }
}

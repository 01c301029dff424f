import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpLibrary } from '../../../../tests/support/library-desk'
import { originalPartBytes } from '../../../shared/contract/library'

const desk = setUpLibrary()
const long = 'The tide turns twice a day.\n'.repeat(100_000)

/** The file as a page puts it together. */
async function whole(id: string): Promise<{ name: string; bytes: Buffer; parts: number }> {
  const parts: Buffer[] = []
  for (;;) {
    const start = Buffer.concat(parts).length
    const { name, base64, size } = await desk.fixture.library.original({ id, start })
    parts.push(Buffer.from(base64, 'base64'))
    const bytes = Buffer.concat(parts)
    if (bytes.length >= size) return { name, bytes, parts: parts.length }
  }
}

describe('the file of a document', () => {
  it('is as it was when it was read, whatever became of it since', async () => {
    const id = await desk.addText('tides.txt', long)
    rmSync(desk.fixture.library.document(id).source)
    const { name, bytes, parts } = await whole(id)
    expect(name).toBe('tides.txt')
    expect(parts).toBe(Math.ceil(long.length / originalPartBytes))
    expect(bytes.toString()).toBe(long)
    expect(await desk.fixture.library.original({ id, start: long.length + 1 })).toMatchObject({ base64: '' })
  })

  it('is never one with a part of another version', async () => {
    const id = await desk.addText('tides.txt', long)
    const { sha256 } = await desk.fixture.library.original({ id, start: 0 })
    const next = { id, start: originalPartBytes, of: sha256 }
    expect((await desk.fixture.library.original(next)).sha256).toBe(sha256)
    desk.fixture.db.raw.prepare('UPDATE documents SET sha256 = ?').run('0'.repeat(64))
    await expect(desk.fixture.library.original(next)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is called by a name that every system takes', async () => {
    const id = await desk.addText('con.txt', 'Tides.')
    expect((await whole(id)).name).toBe('_con.txt')
  })

  it('is not handed over where it is damaged, gone or not read yet', async () => {
    const id = await desk.addText('tides.txt', 'High water at seven.')
    const { sha256 } = desk.fixture.library.document(id)
    const stored = join(desk.fixture.folder, 'blobs', `${sha256?.slice(0, 2)}`, `${sha256}`)
    appendFileSync(stored, '!')
    await expect(whole(id)).rejects.toMatchObject({ code: 'corrupt' })
    rmSync(stored)
    await expect(whole(id)).rejects.toMatchObject({ code: 'not_found', said: { code: 'stored.gone' } })
    desk.fixture.db.raw.prepare('UPDATE documents SET sha256 = NULL').run()
    await expect(whole(id)).rejects.toMatchObject({ said: { code: 'document.original_missing' } })
    await expect(whole('d_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

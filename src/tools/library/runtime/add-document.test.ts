import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callContext } from '../../../../tests/support/call-context'
import { setUpLibraryTools, tides } from '../../../../tests/support/library-tools'
import { makeZip } from '../../../../tests/support/make-zip'

const desk = setUpLibraryTools()
const { add, change, undo, withdrawGrants } = desk

describe('add_document', () => {
  it('shows the file, adds it, and undo takes it out and brings it back', async () => {
    const { preview, apply } = await change('add_document', { source: desk.fixture.file('tides.md', tides) })
    expect(preview.summary).toBe(`Add “tides.md” (${tides.length} bytes) to the collection “Documents”.`)
    const { state, inverse } = await apply()
    expect(state).toMatchObject({ title: 'tides', duplicate: false })
    const id = String(state.document_id)
    await desk.fixture.settled(id)
    const again = await undo('add_document', inverse)
    expect(desk.fixture.library.isPresent(id)).toBe(false)
    await undo('add_document', again)
    expect(desk.fixture.library.document(id).status).toBe('complete')
  })

  it('has nothing to propose where the same content is there, whatever its name', async () => {
    const { id } = await add('one.md', tides)
    const planned = await desk.runtime.add_document.plan(
      { source: desk.fixture.file('two.md', tides) },
      callContext,
    )
    if (!('unchanged' in planned)) throw new Error('It was planned.')
    const { state, content } = planned.unchanged
    expect(state).toEqual({ document_id: id, title: 'Tides', status: 'complete', duplicate: true })
    expect(content).toContain('already')
    expect(desk.fixture.library.documents({ status: 'all', limit: 5 }).total).toBe(1)
  })

  it('adds once when two plans for one content are applied one after the other', async () => {
    const first = await change('add_document', { source: desk.fixture.file('one.md', tides) })
    const second = await change('add_document', { source: desk.fixture.file('two.md', tides) })
    const { state } = await first.apply()
    expect((await second.apply()).state).toMatchObject({ document_id: state.document_id, duplicate: true })
  })

  it('refuses a path outside the grants, at planning and at applying, unless the person handed it over, once', async () => {
    const source = desk.fixture.file('tides.md', tides)
    const { apply } = await change('add_document', { source })
    withdrawGrants()
    await expect(change('add_document', { source })).rejects.toMatchObject({ code: 'outside_grant' })
    await expect(apply()).rejects.toMatchObject({ code: 'outside_grant' })
    desk.fixture.library.handOver(source)
    // A call that is not the person's own gesture leaves it alone.
    await expect(change('add_document', { source })).rejects.toMatchObject({ code: 'outside_grant' })
    const handed = await change('add_document', { source }, true)
    await expect(change('add_document', { source }, true)).rejects.toMatchObject({ code: 'outside_grant' })
    expect((await handed.apply()).state).toMatchObject({ duplicate: false })
  })

  it('forgets what the person handed over with the call that it was for, also where that fails', async () => {
    const source = desk.fixture.file('tides.md', tides)
    withdrawGrants()
    desk.fixture.library.handOver(source)
    await expect(change('add_document', { source, collection_id: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(change('add_document', { source })).rejects.toMatchObject({ code: 'outside_grant' })
  })

  it('ends in a conflict when the file changed after it was shown', async () => {
    const source = desk.fixture.file('tides.md', tides)
    const { apply } = await change('add_document', { source })
    writeFileSync(source, `${tides}more`)
    await expect(apply()).rejects.toMatchObject({ code: 'conflict' })
    utimesSync(source, 1, 1)
    await expect(apply()).rejects.toMatchObject({ code: 'conflict' })
    expect(desk.fixture.library.documents({ status: 'all', limit: 5 }).total).toBe(0)
  })

  it('says before the decision that nothing of an archive or a folder is as it was shown, and stores nothing to tell', async () => {
    const { fixture } = desk
    const packed = makeZip({ 'a.md': '# A', 'b.md': '# B' })
    const archive = fixture.file('two.zip', packed)
    const ofArchive = await change('add_document', { source: archive })
    const folder = join(fixture.folder, 'papers')
    mkdirSync(folder)
    for (const name of ['c.md', 'd.md']) writeFileSync(join(folder, name), name)
    const ofFolder = await change('add_document', { source: folder })
    const stored = readdirSync(join(fixture.folder, 'blobs'), { recursive: true }).length
    expect(await ofArchive.moved()).toBeNull()
    expect(await ofFolder.moved()).toBeNull()
    expect(readdirSync(join(fixture.folder, 'blobs'), { recursive: true })).toHaveLength(stored)
    writeFileSync(join(folder, 'c.md'), 'other words')
    // What is left is added.
    expect(await ofFolder.moved()).toBeNull()
    writeFileSync(join(folder, 'd.md'), 'other words as well')
    writeFileSync(archive, makeZip({ 'a.md': '# Other', 'b.md': '# B' }))
    for (const { moved, apply } of [ofArchive, ofFolder]) {
      expect(await moved()).toContain('changed')
      await expect(apply()).rejects.toMatchObject({ code: 'conflict', nothingLeft: true })
    }
  })

  it('adds nothing of an archive or a folder that may not be read any more, or is away, and says that', async () => {
    const archive = desk.fixture.file('two.zip', makeZip({ 'a.md': '# A', 'b.md': '# B' }))
    const ofArchive = await change('add_document', { source: archive })
    const folder = join(desk.fixture.folder, 'papers')
    mkdirSync(folder)
    for (const name of ['c.md', 'd.md']) writeFileSync(join(folder, name), name)
    const ofFolder = await change('add_document', { source: folder })
    renameSync(folder, `${folder} elsewhere`)
    await expect(ofFolder.apply()).rejects.toMatchObject({ code: expect.not.stringMatching('conflict') })
    renameSync(`${folder} elsewhere`, folder)
    desk.withdrawGrants()
    for (const { moved, apply } of [ofArchive, ofFolder]) {
      expect(await moved()).toBeNull()
      await expect(apply()).rejects.toMatchObject({ code: 'outside_grant' })
    }
    expect(desk.fixture.library.documents({ status: 'all', limit: 5 }).total).toBe(0)
  })

  // Windows has no pipes in folders.
  it.runIf(process.platform !== 'win32').each(['pipe', 'pipe.md', 'pipe.zip'])(
    'refuses a pipe named %s, without waiting for a writer',
    async (name) => {
      const source = join(desk.fixture.folder, name)
      execFileSync('mkfifo', [source])
      await expect(change('add_document', { source })).rejects.toMatchObject({ code: 'unsupported' })
    },
  )

  it('tells a file that goes away while it is looked at as one that is not there', async () => {
    const source = join(desk.fixture.folder, 'gone.md')
    await expect(desk.fixture.library.stat(source)).rejects.toMatchObject({
      code: 'not_found',
      message: `"${source}" is not there.`,
    })
  })

  it.each([
    ['an address in the local network', 'https://192.168.0.1/a', 'denied'],
    ['an address that is none of the web', 'ftp://example.org/a', 'invalid_input'],
    ['a folder', '.', 'unsupported'],
  ])('refuses %s with a sentence', async (_, source, code) => {
    const path = source === '.' ? desk.fixture.folder : source
    await expect(change('add_document', { source: path })).rejects.toMatchObject({ code })
  })

  it('takes title and metadata, and keeps the title', async () => {
    const { id } = await add('tides.md', tides, { title: 'Chosen', metadata: { author: 'A' } })
    expect(desk.fixture.library.document(id)).toMatchObject({ title: 'Chosen', metadata: { author: 'A' } })
  })

  it('undoes an addition that a crash kept from happening', async () => {
    const { id } = await add('tides.md', tides)
    await undo('add_document', { document_id: 'never-made', present: false })
    expect(desk.fixture.library.document(id)).toMatchObject({ status: 'complete' })
    expect(() => desk.fixture.library.document('never-made')).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    )
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotesDesk, type NotesDesk } from '../../../tests/support/note-tools'

let desk: NotesDesk

beforeEach(() => {
  desk = createNotesDesk()
})
afterEach(() => desk.remove())

const linking = async (id: string) => (await desk.notes.linkingTo(id)).notes.map(({ title }) => title)

async function write(title: string, content: string): Promise<string> {
  desk.advance(1000)
  return await desk.make(title, content)
}

describe('what links to a note', () => {
  it('are the notes whose text has a link to it, changed last first', async () => {
    const tides = await write('Tide tables', 'See [[Tide tables]] itself.')
    await write('One', 'A [[sea/TIDE  tables.md#Ebb|link]].')
    await write('Two', 'Tide tables, without a link, `[[Tide tables]]` and \\[[Tide tables]].')
    await write('Three', '[[Tide tables of old]]')
    const four = await write('Four', '![[Tide tables]]')
    expect(await linking(tides)).toEqual(['Four', 'One'])
    await desk.apply('delete_notes', { note_ids: [four] })
    expect(await linking(tides)).toEqual(['One'])
    await expect(desk.notes.linkingTo('none')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is found by titles in other scripts, with quotes, and of signs alone', async () => {
    for (const title of ['港の灯台', 'The “big” "one"', '🌊', 'Größe']) {
      const id = await write(title, '')
      await write(`To ${title}`, `[[${title}]]`)
      expect(await linking(id), title).toEqual([`To ${title}`])
    }
  })

  it('goes to the other note once that is called so, and says where there are more', async () => {
    const tides = await write('Tides', '')
    for (let count = 1; count <= 101; count++) await write(`Note ${count}`, '[[Tides]]')
    const { notes, more } = await desk.notes.linkingTo(tides)
    expect([notes.length, more, notes[0]?.title]).toEqual([100, true, 'Note 101'])
  })
})

describe('a note with another title', () => {
  const titles = (id: string) => {
    const { title, formerTitles } = desk.notes.note(id)
    return [title, ...formerTitles]
  }

  it('is linked to by the one before, and by both once that was undone', async () => {
    const id = await write('Tides', '')
    await write('Harbour', '[[Tides]]')
    const renamed = await desk.apply('update_note', { note_id: id, title: 'Ebb and flow' })
    expect(titles(id)).toEqual(['Ebb and flow', 'Tides'])
    await write('Quay', '[[Ebb and flow]]')
    expect(await linking(id)).toEqual(['Quay', 'Harbour'])
    const undone = await desk.undo(renamed.id)
    expect(titles(id)).toEqual(['Tides', 'Ebb and flow'])
    expect(await linking(id)).toEqual(['Quay', 'Harbour'])
    await desk.undo(undone.id)
    expect(titles(id)).toEqual(['Ebb and flow', 'Tides'])
  })

  it('is not called by one that was undone, where no note links to it', async () => {
    const id = await write('Tides', '')
    const renamed = await desk.apply('update_note', { note_id: id, title: 'Tidse' })
    await desk.undo(renamed.id)
    expect(titles(id)).toEqual(['Tides'])
  })

  it('has its former ones as they were where that is undone and done again, also where no note links to it', async () => {
    const id = await write('Tides', '')
    const renamed = await desk.apply('update_note', { note_id: id, title: 'Ebb' })
    const undone = await desk.undo(renamed.id)
    const redone = await desk.undo(undone.id)
    expect(titles(id)).toEqual(['Ebb', 'Tides'])
    await desk.undo(redone.id)
    expect(titles(id)).toEqual(['Tides'])
    await desk.apply('update_note', { note_id: id, title: 'Flow' })
    const back = await desk.apply('update_note', { note_id: id, title: 'Tides' })
    expect(titles(id)).toEqual(['Tides', 'Flow'])
    await desk.undo(back.id)
    expect(titles(id)).toEqual(['Flow', 'Tides'])
  })

  it('gives the one before to a note that is called so now', async () => {
    const id = await write('Tides', '')
    await write('Harbour', '[[Tides]]')
    await desk.apply('update_note', { note_id: id, title: 'Ebb' })
    const other = await write('Tides', '')
    expect([await linking(id), await linking(other)]).toEqual([[], ['Harbour']])
    await desk.apply('delete_notes', { note_ids: [other] })
    expect(await linking(id)).toEqual(['Harbour'])
  })

  it('keeps them while it is deleted and brought back, the last twenty, and none that differs in case alone', async () => {
    const id = await write('Title 0', '')
    for (let count = 1; count <= 25; count++) {
      await desk.apply('update_note', { note_id: id, title: `Title ${count}` })
    }
    await desk.apply('update_note', { note_id: id, title: 'TITLE 25' })
    const before = titles(id)
    expect(before).toEqual(['TITLE 25', ...Array.from({ length: 20 }, (_, at) => `Title ${24 - at}`)])
    const deleted = await desk.apply('delete_notes', { note_ids: [id] })
    await desk.undo(deleted.id)
    expect(titles(id)).toEqual(before)
  })
})

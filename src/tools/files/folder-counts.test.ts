import { mkdirSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { setUpGatedFiles } from '../../../tests/support/gated-files'

const desk = setUpGatedFiles()
const { at, propose, approve, reject, put } = desk

describe('a folder counts as what is in it', () => {
  const fill = (name: string, count: number) => {
    mkdirSync(at(`${name}/deep`), { recursive: true })
    for (let file = 0; file < count; file++) put(`${name}/${file % 2 === 0 ? 'deep/' : ''}${file}.txt`, 'a')
  }
  const toTrash = (...names: string[]) => propose('trash_files', { paths: names.map(at) })

  it.each([
    ['move_files', 'safe_update'],
    ['copy_files', 'safe_create'],
  ])(
    'so that one of sixty files is asked in a dialog by %s, and one of ten is not',
    async (tool, itsClass) => {
      fill('few', 10)
      fill('many', 60)
      const relocation = (name: string) => ({ items: [{ from: at(name), to: at(`${name}-there`) }] })
      expect(await propose(tool, relocation('few'))).toMatchObject({ class: itsClass, raisedBecause: [] })
      const many = await propose(tool, relocation('many'))
      expect(many).toMatchObject({
        class: 'destructive_update',
        raisedBecause: ['It changes 60 things at once.'],
        preview: { targets: [{ kind: 'folder', things: 60, detail: 'folder with 60 files' }] },
      })
      expect(many.preview.summary).toContain(' with 60 files to ')
      expect((await approve(many)).proposal.status).toBe('applied')
      expect(readdirSync(at('many-there')).length).toBe(31)
    },
  )

  it('so that bringing one of sixty files back is asked in a dialog', async () => {
    fill('many', 60)
    await approve(await toTrash('many'), { typed: 'delete 60' })
    const back = await propose('restore_files', { items: [at('many')] })
    expect(back).toMatchObject({
      class: 'destructive_update',
      raisedBecause: ['It changes 60 things at once.'],
      preview: { targets: [{ detail: expect.stringMatching(/^folder with 60 files, in the trash since /) }] },
    })
  })

  it('so that to trash one is confirmed by typing the number of its files', async () => {
    fill('many', 60)
    put('a.txt', 'a')
    const proposal = await toTrash('many')
    expect(proposal.typeToConfirm).toBe('delete 60')
    expect(proposal.preview.lost).toMatchObject([{ things: 60, detail: 'folder with 60 files' }])
    for (const more of [{}, { typed: 'delete 1' }]) {
      await expect(approve(proposal, more)).rejects.toMatchObject({ code: 'invalid_input' })
    }
    expect(readdirSync(at('many')).length).toBe(31)
    await reject(proposal)
    const both = await toTrash('many', 'a.txt')
    expect(both.typeToConfirm).toBe('delete 61')
    await expect(approve(both, { choice: { items: [0] }, typed: 'delete 1' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await approve(both, { choice: { items: [0] }, typed: 'delete 60' })
    expect(readdirSync(desk.open.docs)).toEqual(['a.txt'])
  })

  it('and as one thing where one file or none is in it', async () => {
    fill('one', 1)
    fill('none', 0)
    for (const [names, typed] of [
      [['one'], null],
      [['none'], null],
      [['one', 'none'], 'delete 2'],
    ] as const) {
      const proposal = await toTrash(...names)
      expect(proposal.typeToConfirm).toBe(typed)
      await reject(proposal)
    }
  })
})

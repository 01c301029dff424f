import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { setUpGatedFiles } from '../../../tests/support/gated-files'
import { person } from '../../shared/actor'

const signal = new AbortController().signal

const desk = setUpGatedFiles()
const { at, call, propose, approve, put, textOf } = desk

describe('an edit of a file that is only proposed yet', () => {
  const edit = (old_text: string, new_text: string) =>
    propose('edit_file', { path: at('new/a.txt'), edits: [{ old_text, new_text }] })

  it('is planned against what was proposed, needs it, and is applied after it', async () => {
    const create = await propose('create_file', { path: at('new/a.txt'), content: 'one\ntwo\n' })
    const first = await edit('two', 'TWO')
    const second = await edit('TWO\n', 'TWO\nthree\n')
    expect(first.needs.map(({ id }) => id)).toEqual([create.id])
    expect(second.needs.map(({ id }) => id)).toEqual([first.id])
    expect(readdirSync(desk.open.docs)).toEqual([])
    await expect(approve(first)).rejects.toMatchObject({ code: 'conflict' })
    await expect(approve(first, { choice: { hunks: [] } })).rejects.toMatchObject({ code: 'conflict' })
    for (const proposal of [create, first, second]) {
      expect((await approve(proposal)).proposal.status).toBe('applied')
    }
    expect(textOf('new/a.txt')).toBe('one\nTWO\nthree\n')
    await desk.gate.undoRun({ runId: 'run', by: person, signal })
    expect(readdirSync(desk.open.docs)).toEqual([])
  })

  it('is told to the model when it reads there, which reads what is there now', async () => {
    put('a.txt', 'as it is')
    const read = async (tool: string, input: unknown) => {
      const outcome = await call(tool, input)
      return outcome.status === 'done' ? outcome.result.content : ''
    }
    expect(await read('read_file', { path: at('a.txt') })).not.toContain('proposed')
    await propose('overwrite_file', { path: at('a.txt'), content: 'other' })
    await propose('create_file', { path: at('new/b.txt'), content: 'b' })
    const text = await read('read_file', { path: at('a.txt') })
    expect(text).toContain('as it is')
    expect(text).toContain(`nobody has decided yet would change "${at('a.txt')}"`)
    expect(await read('list_directory', { path: desk.open.docs })).toContain(at('new/b.txt'))
    const elsewhere = await call('read_file', { path: at('a.txt') }, 'other')
    expect(JSON.stringify(elsewhere)).not.toContain('proposed')
  })

  it('becomes a conflict when something else was approved than it was planned for', async () => {
    const create = await propose('create_file', { path: at('new/a.txt'), content: 'one\ntwo\n' })
    const proposal = await edit('two', 'TWO')
    await approve(create, { edited: { content: 'mine' } })
    expect((await approve(proposal)).proposal.status).toBe('conflict')
    expect(textOf('new/a.txt')).toBe('mine')
  })

  it('goes with it when it is rejected', async () => {
    const create = await propose('create_file', { path: at('new/a.txt'), content: 'one\ntwo\n' })
    const proposal = await edit('two', 'TWO')
    await desk.gate.reject({ id: create.id, reason: 'No.', by: person })
    expect(desk.gate.proposal(proposal.id).status).toBe('rejected')
    const outcome = await call('edit_file', {
      path: at('new/a.txt'),
      edits: [{ old_text: 'two', new_text: '' }],
    })
    expect(outcome).toMatchObject({ result: { success: false, error: { code: 'not_found' } } })
  })
})

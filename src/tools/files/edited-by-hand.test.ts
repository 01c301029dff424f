import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { setUpGatedFiles } from '../../../tests/support/gated-files'
import { makePng } from '../../../tests/support/make-picture'
import { person } from '../../shared/actor'
import type { Proposal } from '../../shared/contract/changes'

// What a person edits before approving it: the text that is offered, and what becomes of the one that is given back.

const signal = new AbortController().signal

const desk = setUpGatedFiles()
const { at, propose } = desk
const put = (name: string, text: string | Uint8Array) => writeFileSync(at(name), text)
const textOf = (name: string) => readFileSync(at(name)).toString('utf8')
const offered = ({ id, planHash }: Proposal) => desk.gate.textToEdit({ id, planHash })
const approve = ({ id, planHash }: Proposal, content: string) =>
  desk.gate.approve({ id, planHash, by: person, edited: { content } })

const lines = (end: string) => Array.from({ length: 20 }, (_, index) => `line ${index + 1}${end}`).join('')
const edit = (path: string) => ({ path, edits: [{ old_text: 'line 7', new_text: 'LINE 7' }] })

describe('the text that is offered', () => {
  it.each([
    ['create_file', 'new.txt', { content: 'proposed' }, 'proposed'],
    ['overwrite_file', 'a.txt', { content: 'proposed' }, 'proposed'],
    ['append_to_file', 'a.txt', { content: 'proposed' }, 'proposed'],
    ['edit_file', 'a.txt', { edits: edit('').edits }, lines('\n').replace('line 7', 'LINE 7')],
  ])('of %s is what it would write', async (tool, name, input, text) => {
    put('a.txt', lines('\n'))
    const proposal = await propose(tool, { path: at(name), ...input })
    expect(proposal.editable).toBe(true)
    expect(await offered(proposal)).toBe(text)
  })

  it('is none for bytes, for line ends that differ, and for another plan than the one that was shown', async () => {
    const content = makePng(4, 4, [255, 0, 0]).toString('base64')
    const picture = await propose('create_file', { path: at('a.png'), content, encoding: 'base64' })
    await expect(offered(picture)).rejects.toMatchObject({ code: 'unsupported' })
    put('mixed.txt', 'line 1\r\nline 7\nline 3\r\n')
    const mixed = await propose('edit_file', edit(at('mixed.txt')))
    await expect(offered(mixed)).rejects.toMatchObject({ code: 'unsupported' })
    await expect(approve(mixed, 'x')).rejects.toMatchObject({ code: 'unsupported' })
    await expect(offered({ ...mixed, planHash: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('what is given back', () => {
  it('takes the place of an edit, wherever in the file, and is undone as one', async () => {
    put('a.txt', lines('\n'))
    const proposal = await propose('edit_file', edit(at('a.txt')))
    const mine = lines('\n').replace('line 7', 'line seven').replace('line 19\n', '')
    const { proposal: applied, result } = await approve(proposal, mine)
    expect([applied.status, textOf('a.txt')]).toEqual(['applied', mine])
    expect(result?.content).toContain('This was written instead')
    await desk.gate.undo({ id: applied.changeId ?? '', by: person, signal })
    expect(textOf('a.txt')).toBe(lines('\n'))
  })

  it('keeps line ends, encoding and mark of the file', async () => {
    const encoded = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    put('a.txt', encoded(lines('\r\n')))
    const proposal = await propose('edit_file', edit(at('a.txt')))
    const text = await offered(proposal)
    expect(text).toBe(lines('\n').replace('line 7', 'LINE 7'))
    await approve(proposal, text.replace('LINE 7', 'line seven'))
    expect(readFileSync(at('a.txt'))).toEqual(encoded(lines('\r\n').replace('line 7', 'line seven')))
  })

  it('is appended in place of what was to be appended', async () => {
    put('a.txt', 'begin')
    const proposal = await propose('append_to_file', { path: at('a.txt'), content: 'proposed' })
    await approve(proposal, 'mine\n')
    expect(textOf('a.txt')).toBe('begin\nmine\n')
  })

  it.each(['edit_file', 'append_to_file'])(
    'is refused by %s where the file was changed since',
    async (tool) => {
      put('a.txt', lines('\n'))
      const more = tool === 'edit_file' ? { edits: edit('').edits } : { content: 'x' }
      const proposal = await propose(tool, { path: at('a.txt'), ...more })
      put('a.txt', `${lines('\n')}mine\n`)
      await expect(approve(proposal, 'other')).rejects.toMatchObject({ code: 'conflict' })
      expect(textOf('a.txt')).toBe(`${lines('\n')}mine\n`)
    },
  )

  it('is refused where it is the file as it is, which a rejection would leave', async () => {
    put('a.txt', lines('\n'))
    const proposal = await propose('edit_file', edit(at('a.txt')))
    await expect(approve(proposal, lines('\n'))).rejects.toMatchObject({ code: 'invalid_input' })
    expect(desk.gate.proposal(proposal.id).status).toBe('pending')
  })

  it('is confirmed more strictly than what was shown only by a new proposal', async () => {
    put('a.txt', lines('\n'))
    const proposal = await propose('edit_file', edit(at('a.txt')))
    await expect(approve(proposal, 'all is gone')).rejects.toMatchObject({ code: 'conflict' })
    expect(textOf('a.txt')).toBe(lines('\n'))
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { spliceText } from '../../shared/text/text-splices'
import { diffSplices } from '../../text-change/splice-diff'
import { editText, type TextEdit } from '../../text-change/text-edits'
import { excerptAround } from './excerpt'
import { planRewrite } from './plans'
import type { TextFile } from './text-file'

const lines = Array.from(
  { length: 60_000 },
  (_, index) => `Line ${index} — ${index % 7 === 0 ? '日本語 😀' : 'plain words'} of it.\n`,
)
const text = lines.join('')

function fileOf(content: string | Buffer): TextFile {
  const bytes = Buffer.from(content)
  return {
    ...{ path: '/a.txt', name: 'a.txt', encoding: 'utf-8', mark: false, lineEnding: 'lf', links: 1 },
    text: bytes.toString(),
    bytes,
    state: { kind: 'file', sha256: 'a'.repeat(64), size: bytes.length, mode: 0o644, node: null },
    modifiedAt: 0,
  }
}

/** Bytes that begin at a place in their memory that is no multiple of four, as what others lend may. */
function shifted(file: TextFile, by: number): TextFile {
  const memory = Buffer.alloc(file.bytes.length + by)
  memory.set(file.bytes, by)
  return { ...file, bytes: memory.subarray(by) }
}

const edit = (old_text: string, new_text: string, replace_all = false): TextEdit => ({
  ...{ old_text, new_text, replace_all },
})
const subject = { lineEnding: 'lf', named: '“a.txt”', what: 'file' } as const
const sha256 = (of: string) => createHash('sha256').update(of).digest('hex')

const sets: Readonly<Record<string, readonly TextEdit[]>> = {
  'in the middle': [edit('Line 15000 —', 'Row 15000 —')],
  'in the first line': [edit('Line 0 —', 'Row 0 —')],
  'in the last line': [edit('Line 59999 — plain words of it.\n', 'The end')],
  'over several lines': [edit(lines.slice(200, 210).join(''), 'All of them.\n')],
  'that add lines': [edit('Line 700 —', 'One\nTwo\n😀 Three\nLine 700 —')],
  'of places near each other': [
    edit('Line 7000 —', 'A —'),
    edit('Line 7003 —', 'B\n—'),
    edit('Line 7040 —', ''),
  ],
  'of what an edit before wrote': [edit('Line 99 —', 'Other 99 —'), edit('Line 100 —', 'Other 99')],
  'in a whole line that goes': [edit(lines[12_345] ?? '', '')],
}

describe('an excerpt', () => {
  it.each(Object.keys(sets))('makes of edits %s what the whole text makes of them', async (name) => {
    const edits = sets[name] ?? []
    const file = fileOf(text)
    const excerpt = await excerptAround(
      file,
      edits.map(({ old_text }) => old_text),
    )
    if (excerpt === null) throw new Error('There is no excerpt.')
    expect(excerpt.text.length).toBeLessThan(64 * 1024)
    const whole = await editText({ ...subject, text }, edits)
    const part = await editText({ ...subject, text: excerpt.text }, edits)
    expect({ ...part, splices: [] }).toEqual({ ...whole, splices: [] })
    expect(diffSplices(excerpt.text, part.splices, excerpt.linesBefore)).toEqual(
      diffSplices(text, whole.splices),
    )
    const { change, size } = await planRewrite(file, part.splices, excerpt)
    const after = spliceText(text, whole.splices)
    expect(change.contents[0]?.sha256).toBe(sha256(after))
    expect(size).toBe(Buffer.byteLength(after))
  })

  it.each([
    ['of a small file', fileOf(lines.slice(0, 100).join('')), ['Line 50 —']],
    ['of what is not there', fileOf(text), ['Line 60000 —']],
    ['of what is there twice', fileOf(`${text}Line 5 —`), ['Line 5 —']],
    ['of what overlaps itself', fileOf(`${text}aaaa`), ['aa']],
    ['of places far from each other', fileOf(text), ['Line 5 —', 'Line 29000 —']],
    ['of a very long line', fileOf('x'.repeat(2_000_000).concat('y')), ['y']],
    ['where a line ends as on Windows', fileOf(`${text}end\r\n`), ['Line 50 —']],
    ['of a file with a mark', { ...fileOf(text), mark: true }, ['Line 50 —']],
    ['of another encoding', { ...fileOf(text), encoding: 'windows-1252' }, ['Line 50 —']],
    ['of half a character', fileOf(`${text}\ufffd`), ['\ud83d']],
    ['of nothing', fileOf(text), ['']],
  ] as const)('there is none %s', async (_, file, texts) => {
    expect(await excerptAround(file, texts)).toBeNull()
  })

  it.each([0, 1, 2, 3])('counts the lines before it, %i bytes into a word of memory', async (by) => {
    for (const line of [0, 3, 4, 5, 6, 7, 8, 41_003, 41_004, 41_005, 41_006, 59_999]) {
      const excerpt = await excerptAround(shifted(fileOf(text), by), [`Line ${line} —`])
      const before = text.slice(0, text.indexOf(excerpt?.text ?? 'nowhere'))
      expect(excerpt?.linesBefore).toBe(before.split('\n').length - 1)
      expect(excerpt?.bytesBefore).toBe(Buffer.byteLength(before))
    }
  })

  it('reaches as far as edits carry each other on', async () => {
    const block = (name: string) => Array.from({ length: 10 }, (_, index) => `${name}${index}\n`).join('')
    const [p, q] = [block('P'), block('Q')]
    const content = `SSS\n${p}x\nTTT\n${q}y\nZZZ\n${p}${q}${text}`
    const edits = [edit('ZZZ\n', 'SSS\n'), edit(`SSS\n${p}`, 'TTT\n', true), edit(`TTT\n${q}`, 'U\n', true)]
    const excerpt = await excerptAround(
      fileOf(content),
      edits.map(({ old_text }) => old_text),
    )
    const part = await editText({ ...subject, text: excerpt?.text ?? '' }, edits)
    expect(part).toEqual(await editText({ ...subject, text: content }, edits))
  })

  it('has what an edit makes together with what stands beside it', async () => {
    const file = fileOf(text.replace('Line 500 — plain', 'Line 500 plain'))
    // The first edit makes a second place of what the next one looks for: as with the whole, that is an error.
    const edits = [edit('Line 500 plain', 'Line 501 — plain'), edit('Line 501 — plain', 'Never —')]
    const excerpt = await excerptAround(
      file,
      edits.map(({ old_text }) => old_text),
    )
    for (const one of [excerpt?.text ?? '', file.text]) {
      await expect(editText({ ...subject, text: one }, edits)).rejects.toThrow('matched 2 places')
    }
  })
})

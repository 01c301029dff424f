import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { callContext } from '../../../tests/support/call-context'
import { journaled, setUpFilesDesk } from '../../../tests/support/files-desk'
import { effectContext } from '../../../tests/support/open-files'
import { typedConfirmation } from '../../main/changes/plan-hash'
import { setStoredLimits } from '../../main/db/retention'
import { previewSchema } from '../../shared/tool/preview'
import filesModule from './module'

const desk = setUpFilesDesk()
const { at, planCreate, planEdit, planTrash } = desk

// Quadratic work would take minutes here; linear work takes part of a second on any machine.
const linearTimeMs = 20_000

const edit = (old_text: string, new_text: string, replace_all = false) => ({
  old_text,
  new_text,
  replace_all,
})

describe('create_file', () => {
  it('shows the whole content, writes exactly it, and undo removes it', async () => {
    const planned = await planCreate({ path: 'new/note.md', content: '# Title\ntext\n' })
    expect(previewSchema.parse(planned.preview)).toMatchObject({
      changes: [{ kind: 'text', content: '# Title\ntext\n', added: 2 }],
      recovery: 'undo',
      lost: [],
    })
    expect(readdirSync(desk.docs)).toEqual([])
    const effect = effectContext()
    const { state } = await desk.tools.create_file.apply(planned.plan, effect)
    expect(state).toEqual({
      path: at('new/note.md'),
      name: 'note.md',
      size: 13,
      lines: 2,
      folders_created: [at('new')],
    })
    expect(readFileSync(at('new/note.md'), 'utf8')).toBe('# Title\ntext\n')
    const inverse = journaled(effect)
    const { content } = await desk.tools.create_file.revert(inverse, effectContext())
    expect(content).toContain('Removed')
    expect(readdirSync(desk.docs)).toEqual([])
  })

  it('refuses what exists, a folder, and half characters', async () => {
    writeFileSync(at('a.txt'), 'x')
    await expect(planCreate({ path: 'a.txt', content: 'y' })).rejects.toMatchObject({
      code: 'already_exists',
    })
    await expect(planCreate({ path: desk.docs, content: 'y' })).rejects.toMatchObject({
      code: 'already_exists',
    })
    await expect(planCreate({ path: 'new/', content: 'y' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(planCreate({ path: 'b.txt', content: '\ud800' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(planCreate({ path: 'a.txt/b', content: 'y' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('edit_file', () => {
  const longText = `${'line of text\n'.repeat(50)}the end\n`

  it('makes all edits, each on the result of the one before, and shows the difference', async () => {
    writeFileSync(at('a.txt'), longText)
    const planned = await planEdit({
      path: 'a.txt',
      edits: [edit('the end', 'THE END'), edit('THE END', 'The $& end')],
    })
    expect(planned.raise).toBeUndefined()
    expect(planned.preview.changes).toMatchObject([{ kind: 'text', added: 1, removed: 1 }])
    expect(JSON.stringify(planned.preview.changes)).toContain('+The $& end')
    await desk.tools.edit_file.apply(planned.plan, effectContext())
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(longText.replace('the end', () => 'The $& end'))
  })

  it('edits a large file in one place, and tells lines as they are in the whole of it', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `Line ${index} — of a long file`)
    writeFileSync(at('long.txt'), lines.join('\n'))
    const planned = await planEdit({ path: 'long.txt', edits: [edit('Line 43210 —', 'Row 43210 —')] })
    expect(previewSchema.parse(planned.preview).changes).toMatchObject([
      { kind: 'text', added: 1, removed: 1, hunks: [{ oldStart: 43_208, newStart: 43_208 }] },
    ])
    await desk.tools.edit_file.apply(planned.plan, effectContext())
    expect(readFileSync(at('long.txt'), 'utf8')).toBe(
      lines.with(43_210, 'Row 43210 — of a long file').join('\n'),
    )
    const twice = planEdit({
      path: 'long.txt',
      edits: [edit('Line 43211 —', 'Line 43212 —'), edit('Line 43212 —', 'Never —')],
    })
    await expect(twice).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/Edit 2 of 2 matched 2 places.*lines 43212, 43213/),
    })
  })

  it('names the edit that does not match, or matches several places, and changes nothing', async () => {
    writeFileSync(at('a.txt'), 'one\ntwo\none\n')
    await expect(
      planEdit({ path: 'a.txt', edits: [edit('two', '2'), edit('three', '3')] }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('Edit 2 of 2 did not match'),
    })
    await expect(planEdit({ path: 'a.txt', edits: [edit('one', '1')] })).rejects.toMatchObject({
      message: expect.stringMatching(/matched 2 places.*lines 1, 3/),
    })
    const { plan } = await planEdit({ path: 'a.txt', edits: [edit('one', '1', true)] })
    expect(plan.outcome.replacements).toBe(2)
    await expect(planEdit({ path: 'a.txt', edits: [edit('one  ', '1')] })).rejects.toMatchObject({
      message: expect.stringContaining('other spaces'),
    })
  })

  it.each([
    ['CR LF', Buffer.from('one\r\ntwo\r\n'), Buffer.from('one\r\n2\r\n3\r\n')],
    ['a byte order mark', Buffer.from('\ufeffone\ntwo\n'), Buffer.from('\ufeffone\n2\n3\n')],
    [
      'UTF-16',
      iconv.encode('one\ntwo\n', 'utf-16le', { addBOM: true }),
      iconv.encode('one\n2\n3\n', 'utf-16le', { addBOM: true }),
    ],
    [
      'Windows-1252',
      iconv.encode('one\ntwo\nDie Grüße für „Käthe“ kamen später; schöne Straße', 'windows-1252'),
      iconv.encode('one\n2\n3\nDie Grüße für „Käthe“ kamen später; schöne Straße', 'windows-1252'),
    ],
  ])('keeps %s', async (_, before, after) => {
    writeFileSync(at('a.txt'), before)
    const { plan } = await planEdit({ path: 'a.txt', edits: [edit('one\ntwo', 'one\n2\n3')] })
    await desk.tools.edit_file.apply(plan, effectContext())
    expect(readFileSync(at('a.txt'))).toEqual(after)
  })

  it('tries edits without a proposal: the answer is the difference, or which edit does not fit', async () => {
    writeFileSync(at('a.txt'), longText)
    const tried = async (edits: ReturnType<typeof edit>[]) => {
      const input = { path: 'a.txt', edits, dry_run: true }
      const answer = await desk.tools.edit_file.plan(input, callContext)
      if (!('unchanged' in answer)) throw new Error('a dry run was planned')
      return answer.unchanged
    }
    const { content, state } = await tried([edit('the end', 'THE END'), edit('THE END', 'The $& end')])
    expect(content).toMatch(/^Nothing was changed or proposed.*1 line added, 1 removed/)
    expect(content).toContain('\n-the end\n+The $& end')
    expect(state).toMatchObject({ replacements: 2, dry_run: { truncated: false } })
    await expect(tried([edit('nowhere', 'x')])).rejects.toMatchObject({ code: 'invalid_input' })
    writeFileSync(at('a.txt'), `${'x'.repeat(5000)}\n`.repeat(1000))
    const long = await tried([edit('x'.repeat(5000), 'y'.repeat(5000), true)])
    expect(long.state.dry_run?.truncated).toBe(true)
    expect(long.content).toMatch(/There is more than these lines\.$/)
    expect(long.content.length).toBeLessThan(250_000)
  })

  it('refuses what a short call makes very long, or very many places, before it is made', async () => {
    writeFileSync(at('a.txt'), 'x'.repeat(100_000))
    const doubling = Array.from({ length: 100 }, () => edit('x', 'xx', true))
    await expect(planEdit({ path: 'a.txt', edits: doubling })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/Edit 2 of 100 .*100,000 places/),
    })
    const long = [edit('x', 'y'.repeat(2_000_000), true)]
    await expect(planEdit({ path: 'a.txt', edits: long })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('characters'),
    })
    expect((await planEdit({ path: 'a.txt', edits: [edit('x', 'y', true)] })).plan.outcome.replacements).toBe(
      100_000,
    )
  })

  it('leaves no half character behind, whatever the encoding takes', async () => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      writeFileSync(at('a.txt'), Buffer.from('\ufeffone 😀\ntwo\nthree\n', encoding))
      for (const edit of [
        { old_text: 'one', new_text: '\ud83d' },
        { old_text: '\ud83d', new_text: '' },
      ]) {
        await expect(planEdit({ path: at('a.txt'), edits: [edit] })).rejects.toMatchObject({
          code: 'unsupported',
        })
      }
    }
  })

  it('refuses a character that the file’s encoding does not have', async () => {
    writeFileSync(
      at('a.txt'),
      iconv.encode('Die Grüße für „Käthe“ kamen später; schöne Straße', 'windows-1252'),
    )
    await expect(planEdit({ path: 'a.txt', edits: [edit('kamen', '来た')] })).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it('raises its class when most is replaced, for a program, a write-protected file, and a file with other names', async () => {
    writeFileSync(at('a.txt'), longText)
    expect((await planEdit({ path: 'a.txt', edits: [edit(longText, 'new\n')] })).raise).toMatchObject({
      class: 'destructive_update',
      reason: [{ text: expect.stringContaining('100%') }],
    })
    chmodSync(at('a.txt'), 0o755)
    expect((await planEdit({ path: 'a.txt', edits: [edit('the end', 'x')] })).raise).toMatchObject({
      reason: [{ text: expect.stringContaining('program') }],
    })
    chmodSync(at('a.txt'), 0o444)
    expect((await planEdit({ path: 'a.txt', edits: [edit('the end', 'x')] })).raise).toMatchObject({
      class: 'destructive_update',
      reason: [{ text: 'The file is write-protected.' }],
    })
    chmodSync(at('a.txt'), 0o644)
    linkSync(at('a.txt'), join(desk.open.base, 'other-name'))
    expect((await planEdit({ path: 'a.txt', edits: [edit('the end', 'x')] })).raise).toMatchObject({
      class: 'destructive_update',
      reason: [{ text: expect.stringContaining('hard links') }],
    })
  })

  it('shows a bounded difference of a file that changes everywhere', { timeout: linearTimeMs }, async () => {
    writeFileSync(at('a.txt'), 'old line\n'.repeat(60_000))
    const { preview } = await planEdit({ path: 'a.txt', edits: [edit('old', 'new', true)] })
    expect(preview.changes).toMatchObject([{ truncated: true, added: 60_000, removed: 60_000 }])
  })
})

describe('trash_files', () => {
  it('names everything that goes, with sizes and counts, and Undo brings it back', async () => {
    mkdirSync(at('folder'))
    writeFileSync(at('folder/a.txt'), '12345')
    writeFileSync(at('folder/.env'), 'x')
    writeFileSync(at('b.txt'), '123')
    const planned = await planTrash({ paths: ['folder', 'b.txt', 'folder/a.txt', 'b.txt'] })
    expect(previewSchema.parse(planned.preview)).toMatchObject({
      summary: 'Move 1 file and 1 folder with 2 files to the trash (9 bytes): "folder", "b.txt"',
      lost: [
        { kind: 'folder', label: 'folder', reference: at('folder'), size: 6, detail: 'folder with 2 files' },
        { kind: 'file', label: 'b.txt', reference: at('b.txt'), size: 3 },
      ],
      recovery: 'trash',
      warnings: [expect.stringContaining('protected')],
    })
    const effect = effectContext()
    const { state } = await desk.tools.trash_files.apply(planned.plan, effect)
    expect(state).toMatchObject({ succeeded: 2, failed: 0, size: 9, files: 3 })
    expect(readdirSync(desk.docs)).toEqual([])
    const inverse = journaled(effect)
    await desk.tools.trash_files.revert(inverse, effectContext())
    expect(readdirSync(desk.docs)).toEqual(['b.txt', 'folder'])
  })

  it('says what is larger than all that is kept, and no longer when that is left out', async () => {
    setStoredLimits(desk.open.db, { days: 30, bytes: 100_000_000 })
    writeFileSync(at('small.txt'), 'x')
    writeFileSync(at('huge.img'), '')
    truncateSync(at('huge.img'), 150_000_000)
    const planned = await planTrash({ paths: ['small.txt', 'huge.img'] })
    expect(planned.preview.warnings).toEqual([
      expect.stringMatching(/^150 MB is more than the 100 MB that are kept for undo/),
    ])
    expect(planned.preview.recovery).toBe('briefly')
    const left = await desk.tools.trash_files.narrow?.(planned, { items: [0] }, callContext)
    expect(left?.preview).toMatchObject({ warnings: [], recovery: 'trash' })
    const kept = await desk.tools.trash_files.narrow?.(planned, { items: [1] }, callContext)
    expect(kept?.preview).toMatchObject({ warnings: [expect.any(String)], recovery: 'briefly' })
    // One thing, and its name must be typed: nothing brings it back for sure.
    expect(typedConfirmation('destructive_delete', previewSchema.parse(kept?.preview))).toBe('huge.img')
    expect(typedConfirmation('destructive_delete', previewSchema.parse(left?.preview))).toBeNull()
  })

  it('tells the model for how long Undo brings it back, by the days that are set', async () => {
    setStoredLimits(desk.open.db, { days: 365, bytes: 100_000_000 })
    writeFileSync(at('a.txt'), 'x')
    const planned = await planTrash({ paths: ['a.txt'] })
    const { content } = await desk.tools.trash_files.apply(planned.plan, effectContext())
    expect(content).toMatch(/Undo brings it back for 365 days\.$/)
  })

  it('refuses what is missing, a granted folder itself, and anything read-only', async () => {
    writeFileSync(at('a.txt'), 'x')
    await expect(planTrash({ paths: ['a.txt', 'missing'] })).rejects.toMatchObject({ code: 'not_found' })
    await expect(planTrash({ paths: [desk.docs] })).rejects.toMatchObject({ code: 'denied' })
    await desk.open.grants.grant(desk.docs, 'read', 'flag')
    await expect(planTrash({ paths: ['a.txt'] })).rejects.toMatchObject({ code: 'denied' })
  })
})

it('plans survive being stored', async () => {
  const { plan } = await planCreate({ path: 'a.txt', content: 'text' })
  const tool = filesModule.tools.find(({ name }) => name === 'create_file')
  if (tool?.class === undefined || tool.class === 'read') throw new Error('create_file writes')
  expect(tool.plan.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan)
})

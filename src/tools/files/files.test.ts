import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { effectContext, type OpenFiles, openFiles, planned } from '../../../tests/support/open-files'
import { previewSchema } from '../../shared/tool/preview'
import filesModule from './module'
import runtime from './runtime'

// Quadratic work would take minutes here; linear work takes part of a second on any machine.
const linearTimeMs = 20_000

type Name = (typeof filesModule)['tools'][number]['name']
type InputOf<N extends Name> = z.input<Extract<(typeof filesModule)['tools'][number], { name: N }>['input']>

let open: OpenFiles
let docs: string
let tools: ReturnType<typeof runtime>
const context = { signal: new AbortController().signal, progress: () => undefined, runId: null }

beforeEach(async () => {
  open = openFiles()
  docs = open.docs
  tools = runtime({ files: open.files })
  await open.grants.grant(docs, 'read_write', 'flag')
})
afterEach(() => open.close())

const at = (name: string) => join(docs, name)
const schemas = new Map(filesModule.tools.map((tool) => [tool.name, tool]))

/** Fills in defaults as the gate does. */
function checked<N extends Name>(name: N, input: InputOf<N>) {
  const schema = schemas.get(name)
  if (schema === undefined) throw new Error(name)
  // The tool of that name has the input of that name.
  return schema.input.parse(input) as z.output<
    Extract<(typeof filesModule)['tools'][number], { name: N }>['input']
  >
}

const list = (input: InputOf<'list_directory'>) =>
  tools.list_directory.run(checked('list_directory', input), context)
const find = (input: InputOf<'find_files'>) => tools.find_files.run(checked('find_files', input), context)
const search = (input: InputOf<'search_file_contents'>, signal = context.signal) =>
  tools.search_file_contents.run(checked('search_file_contents', input), { ...context, signal })
const read = (input: InputOf<'read_file'>) => tools.read_file.run(checked('read_file', input), context)
const planCreate = async (input: InputOf<'create_file'>) =>
  planned(await tools.create_file.plan(checked('create_file', input), context))
const planEdit = async (input: InputOf<'edit_file'>) =>
  planned(await tools.edit_file.plan(checked('edit_file', input), context))
const planTrash = async (input: InputOf<'trash_files'>) =>
  planned(await tools.trash_files.plan(checked('trash_files', input), context))
const edit = (old_text: string, new_text: string, replace_all = false) => ({
  old_text,
  new_text,
  replace_all,
})

describe('list_directory', () => {
  it('lists names, kinds, sizes and link targets, to the depth asked for', async () => {
    mkdirSync(at('sub/deep'), { recursive: true })
    writeFileSync(at('sub/a.txt'), '12345')
    symlinkSync('sub/a.txt', at('link'))
    const { state, content } = await list({ path: docs, depth: 2 })
    expect(state.entries.map(({ path, kind, size, depth }) => [path, kind, size, depth])).toEqual([
      [at('link'), 'link', null, 1],
      [at('sub'), 'folder', null, 1],
      [at('sub/a.txt'), 'file', 5, 2],
      [at('sub/deep'), 'folder', null, 2],
    ])
    expect(state).toMatchObject({ files: 1, folders: 2, truncated: false, passed_over: [] })
    expect(content).toContain('"link" -> "sub/a.txt"')
  })

  it('names the granted folders when no path is given', async () => {
    const { state } = await list({})
    expect(state).toMatchObject({ path: null, entries: [{ path: docs, kind: 'folder' }] })
  })

  it('says that there is more, and what it did not go into', async () => {
    mkdirSync(at('.ssh'))
    writeFileSync(at('.ssh/id_rsa'), 'x')
    for (let index = 0; index < 5; index++) writeFileSync(at(`${index}.txt`), 'x')
    expect((await list({ path: docs, limit: 3 })).state).toMatchObject({ truncated: true })
    const { state } = await list({ path: docs, depth: 3 })
    expect(state.entries.find(({ name }) => name === '.ssh')).toMatchObject({ protected: true })
    expect(state.passed_over).toEqual([{ path: at('.ssh'), reason: 'it is protected' }])
    expect(JSON.stringify(state.entries)).not.toContain('id_rsa')
  })

  it('does not run in circles through links, and shows names as they are', async () => {
    symlinkSync('.', at('loop'))
    symlinkSync(docs, at('loop2'))
    writeFileSync(at('line\nbreak\u202e.txt'), 'x')
    const { state, content } = await list({ path: docs, depth: 10 })
    expect(state.entries.map(({ name }) => name)).toEqual(['line\nbreak\u202e.txt', 'loop', 'loop2'])
    expect(content).toContain('"line\\nbreak\\u202e.txt"')
    expect(content).not.toContain('\u202e')
  })

  it('says how to grant when nothing is granted', async () => {
    for (const grant of open.grants.list()) open.grants.revoke(grant.id)
    await expect(list({})).rejects.toMatchObject({
      code: 'outside_grant',
      message: expect.stringContaining('countersign grant'),
    })
  })
})

describe('find_files', () => {
  beforeEach(() => {
    mkdirSync(at('reports/2024/q1'), { recursive: true })
    for (const name of [
      'a.PDF',
      'reports/b.pdf',
      'reports/2024/c.md',
      'reports/2024/q1/d.md',
      '.hidden.md',
    ]) {
      writeFileSync(at(name), 'x')
    }
    symlinkSync('..', at('reports/up'))
  })

  it.each([
    ['*.pdf', ['a.PDF', 'reports/b.pdf']],
    ['*.{md,pdf}', ['.hidden.md', 'a.PDF', 'reports/b.pdf', 'reports/2024/c.md', 'reports/2024/q1/d.md']],
    ['reports/*/c.md', ['reports/2024/c.md']],
    ['reports/**/*.md', ['reports/2024/c.md', 'reports/2024/q1/d.md']],
    ['[cd].md', ['reports/2024/c.md', 'reports/2024/q1/d.md']],
    ['?.m*', ['reports/2024/c.md', 'reports/2024/q1/d.md']],
    ['nothing*', []],
  ])('%s', async (pattern, names) => {
    const { state } = await find({ pattern })
    expect(state.matches.map(({ path }) => path).sort()).toEqual(names.map(at).sort())
    expect(state.truncated).toBe(false)
  })

  it('finds folders, and says when there is more', async () => {
    expect((await find({ pattern: '20*', kind: 'folder' })).state.matches).toMatchObject([
      { path: at('reports/2024') },
    ])
    expect((await find({ pattern: '*.md', limit: 1 })).state).toMatchObject({ truncated: true })
  })

  it('compares a hostile pattern in linear time', { timeout: linearTimeMs }, async () => {
    writeFileSync(at('a'.repeat(250)), 'x')
    expect((await find({ pattern: `${'*a'.repeat(100)}b` })).state.matches).toEqual([])
  })
})

describe('search_file_contents', () => {
  it('gives path, line, text and where the hits are, also behind characters of several bytes', async () => {
    writeFileSync(at('a.txt'), 'one\nüü Tide and tide\n')
    const { state, content } = await search({ query: 'tide' })
    expect(state.matches).toEqual([
      {
        path: at('a.txt'),
        line: 2,
        text: 'üü Tide and tide',
        cut: false,
        ranges: [
          { start: 3, end: 7 },
          { start: 12, end: 16 },
        ],
      },
    ])
    expect(content).toContain('2\tüü Tide and tide')
    expect((await search({ query: 'Tide' })).state.matches[0]?.ranges).toHaveLength(1)
  })

  it('takes the query as it is, whatever it looks like', async () => {
    writeFileSync(at('a.txt'), '--files\n$(touch x)\na.c\nabc\n')
    for (const query of ['--files', '$(touch x)', 'a.c']) {
      expect((await search({ query })).state.matches).toHaveLength(1)
    }
    expect((await search({ query: 'a.c', regex: true })).state.matches).toHaveLength(2)
    await expect(search({ query: '(', regex: true })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'query',
    })
    expect(readdirSync(docs)).toEqual(['a.txt'])
  })

  it('leaves out protected files and does not follow links out or round', async () => {
    mkdirSync(join(open.base, 'outside'))
    writeFileSync(join(open.base, 'outside/x.txt'), 'needle')
    symlinkSync(join(open.base, 'outside'), at('out'))
    symlinkSync('.', at('loop'))
    mkdirSync(at('.ssh'))
    writeFileSync(at('.ssh/config'), 'needle')
    writeFileSync(at('.env'), 'needle')
    writeFileSync(at('ok.txt'), 'needle')
    expect((await search({ query: 'needle' })).state.matches.map(({ path }) => path)).toEqual([at('ok.txt')])
  })

  it('narrows by path and glob, cuts long lines around the hit, and says when there is more', async () => {
    mkdirSync(at('sub'))
    writeFileSync(at('sub/a.md'), `${'x'.repeat(5000)}needle${'y'.repeat(5000)}`)
    writeFileSync(at('b.txt'), 'needle\n'.repeat(10))
    const { state } = await search({ query: 'needle', glob: '*.md' })
    expect(state.matches).toMatchObject([{ path: at('sub/a.md'), cut: true }])
    const [match] = state.matches
    const [range] = match?.ranges ?? []
    expect(match?.text.slice(range?.start, range?.end)).toBe('needle')
    expect(match?.text.length).toBeLessThanOrEqual(400)
    expect((await search({ query: 'needle', path: at('b.txt'), limit: 4 })).state).toMatchObject({
      truncated: true,
      files: 1,
    })
    expect((await search({ query: 'needle', path: at('sub') })).state.matches).toHaveLength(1)
  })

  it('stops when the call is stopped', async () => {
    writeFileSync(at('big.txt'), 'needle in a line\n'.repeat(200_000))
    const stop = new AbortController()
    const searching = search({ query: 'needle', limit: 1000 }, stop.signal)
    stop.abort()
    await expect(searching).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('read_file', () => {
  it('numbers the lines, gives the part asked for and says that there is more', async () => {
    writeFileSync(at('a.txt'), 'one\ntwo\nthree\nfour\n')
    const { state, content } = await read({ path: 'a.txt', start_line: 2, max_lines: 2 })
    expect(state).toMatchObject({
      text: 'two\nthree',
      start_line: 2,
      end_line: 3,
      total_lines: 4,
      truncated: true,
    })
    expect(content).toContain('2\ttwo\n3\tthree\nMore: start_line 4.')
    await expect(read({ path: 'a.txt', start_line: 9 })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it.each([
    ['utf-8', Buffer.from('Grüße\r\n'), 'utf-8', 'crlf'],
    ['UTF-8 with mark', Buffer.from('\ufeffGrüße\n'), 'utf-8 with byte order mark', 'lf'],
    ['UTF-16', iconv.encode('Grüße\n', 'utf-16le', { addBOM: true }), 'utf-16le with byte order mark', 'lf'],
    ['UTF-16 without mark', iconv.encode('Grüße an alle', 'utf-16be'), 'utf-16be', 'none'],
    [
      'Windows',
      iconv.encode('Die Grüße für „Käthe“ kamen später; schöne Straße', 'windows-1252'),
      'windows-1252',
      'none',
    ],
  ])('reads %s', async (_, bytes, encoding, line_ending) => {
    writeFileSync(at('a.txt'), bytes)
    const { state } = await read({ path: 'a.txt' })
    expect(state).toMatchObject({ encoding, line_ending, truncated: false })
    expect(state.text).toContain('Grüße')
    expect(state.text).not.toContain('\ufeff')
  })

  it('refuses binary data, PDFs, folders and missing files by saying what they are', async () => {
    writeFileSync(at('data.bin'), Buffer.from([1, 2, 0, 255, 0, 3, 7]))
    writeFileSync(at('paper.pdf'), '%PDF-1.7\n%âãÏÓ\n')
    await expect(read({ path: 'data.bin' })).rejects.toMatchObject({ code: 'unsupported' })
    await expect(read({ path: 'paper.pdf' })).rejects.toMatchObject({
      message: expect.stringContaining('add_document'),
    })
    await expect(read({ path: docs })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(read({ path: 'missing.txt' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses a file of 2 GB before reading it', async () => {
    writeFileSync(at('huge.log'), '')
    truncateSync(at('huge.log'), 2 ** 31)
    await expect(read({ path: 'huge.log' })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('search_file_contents'),
    })
  })

  it('cuts long lines and says so; an empty file is no error', async () => {
    writeFileSync(at('long.txt'), 'x'.repeat(5000))
    expect((await read({ path: 'long.txt' })).state).toMatchObject({ cut_lines: 1, truncated: true })
    writeFileSync(at('empty.txt'), '')
    expect((await read({ path: 'empty.txt' })).state).toMatchObject({ total_lines: 0, end_line: 0, text: '' })
  })
})

describe('create_file', () => {
  it('shows the whole content, writes exactly it, and undo removes it', async () => {
    const planned = await planCreate({ path: 'new/note.md', content: '# Title\ntext\n' })
    expect(previewSchema.parse(planned.preview)).toMatchObject({
      changes: [{ kind: 'text', content: '# Title\ntext\n', added: 2 }],
      recovery: 'undo',
      lost: [],
    })
    expect(readdirSync(docs)).toEqual([])
    const effect = effectContext()
    const { state } = await tools.create_file.apply(planned.plan, effect)
    expect(state).toEqual({
      path: at('new/note.md'),
      name: 'note.md',
      size: 13,
      lines: 2,
      folders_created: [at('new')],
    })
    expect(readFileSync(at('new/note.md'), 'utf8')).toBe('# Title\ntext\n')
    const [inverse] = effect.journaled
    if (inverse === undefined) throw new Error('nothing journaled')
    const { content } = await tools.create_file.revert(inverse, effectContext())
    expect(content).toContain('Removed')
    expect(readdirSync(docs)).toEqual([])
  })

  it('refuses what exists, a folder, and half characters', async () => {
    writeFileSync(at('a.txt'), 'x')
    await expect(planCreate({ path: 'a.txt', content: 'y' })).rejects.toMatchObject({
      code: 'already_exists',
    })
    await expect(planCreate({ path: docs, content: 'y' })).rejects.toMatchObject({ code: 'already_exists' })
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
    await tools.edit_file.apply(planned.plan, effectContext())
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(longText.replace('the end', () => 'The $& end'))
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
    await tools.edit_file.apply(plan, effectContext())
    expect(readFileSync(at('a.txt'))).toEqual(after)
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

  it('raises its class when most is replaced, for a program, and for a file with other names', async () => {
    writeFileSync(at('a.txt'), longText)
    expect((await planEdit({ path: 'a.txt', edits: [edit(longText, 'new\n')] })).raise).toMatchObject({
      class: 'destructive_update',
      reason: [{ text: expect.stringContaining('100 %') }],
    })
    chmodSync(at('a.txt'), 0o755)
    expect((await planEdit({ path: 'a.txt', edits: [edit('the end', 'x')] })).raise).toMatchObject({
      reason: [{ text: expect.stringContaining('program') }],
    })
    chmodSync(at('a.txt'), 0o644)
    linkSync(at('a.txt'), join(open.base, 'other-name'))
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
        { kind: 'folder', label: 'folder', reference: at('folder'), size: 6, detail: '2 files' },
        { kind: 'file', label: 'b.txt', reference: at('b.txt'), size: 3 },
      ],
      recovery: 'trash',
      warnings: [expect.stringContaining('protected')],
    })
    const effect = effectContext()
    const { state } = await tools.trash_files.apply(planned.plan, effect)
    expect(state).toMatchObject({ succeeded: 2, failed: 0, size: 9, files: 3 })
    expect(readdirSync(docs)).toEqual([])
    const [inverse] = effect.journaled
    if (inverse === undefined) throw new Error('nothing journaled')
    await tools.trash_files.revert(inverse, effectContext())
    expect(readdirSync(docs)).toEqual(['b.txt', 'folder'])
  })

  it('refuses what is missing, a granted folder itself, and anything read-only', async () => {
    writeFileSync(at('a.txt'), 'x')
    await expect(planTrash({ paths: ['a.txt', 'missing'] })).rejects.toMatchObject({ code: 'not_found' })
    await expect(planTrash({ paths: [docs] })).rejects.toMatchObject({ code: 'denied' })
    await open.grants.grant(docs, 'read', 'flag')
    await expect(planTrash({ paths: ['a.txt'] })).rejects.toMatchObject({ code: 'denied' })
  })
})

it('plans and inverses survive being stored', async () => {
  const { plan } = await planCreate({ path: 'a.txt', content: 'text' })
  const tool = schemas.get('create_file')
  if (tool?.class === undefined || tool.class === 'read') throw new Error('create_file writes')
  expect(tool.plan.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan)
})

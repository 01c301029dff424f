import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpFilesDesk } from '../../../tests/support/files-desk'

const desk = setUpFilesDesk()
const { at, list, find, search, read } = desk

// Quadratic work would take minutes here; linear work takes part of a second on any machine.
const linearTimeMs = 20_000

describe('list_directory', () => {
  it('lists names, kinds, sizes and link targets, to the depth asked for', async () => {
    mkdirSync(at('sub/deep'), { recursive: true })
    writeFileSync(at('sub/a.txt'), '12345')
    symlinkSync('sub/a.txt', at('link'))
    const { state, content } = await list({ path: desk.docs, depth: 2 })
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
    expect(state).toMatchObject({ path: null, entries: [{ path: desk.docs, kind: 'folder' }] })
  })

  it('says that there is more, and what it did not go into', async () => {
    mkdirSync(at('.ssh'))
    writeFileSync(at('.ssh/id_rsa'), 'x')
    for (let index = 0; index < 5; index++) writeFileSync(at(`${index}.txt`), 'x')
    expect((await list({ path: desk.docs, limit: 3 })).state).toMatchObject({ truncated: true })
    const { state } = await list({ path: desk.docs, depth: 3 })
    expect(state.entries.find(({ name }) => name === '.ssh')).toMatchObject({ protected: true })
    expect(state.passed_over).toEqual([{ path: at('.ssh'), reason: 'it is protected' }])
    expect(JSON.stringify(state.entries)).not.toContain('id_rsa')
  })

  it('does not run in circles through links, and shows names as they are', async () => {
    symlinkSync('.', at('loop'))
    symlinkSync(desk.docs, at('loop2'))
    writeFileSync(at('line\nbreak\u202e.txt'), 'x')
    const { state, content } = await list({ path: desk.docs, depth: 10 })
    expect(state.entries.map(({ name }) => name)).toEqual(['line\nbreak\u202e.txt', 'loop', 'loop2'])
    expect(content).toContain('"line\\nbreak\\u202e.txt"')
    expect(content).not.toContain('\u202e')
  })

  it('says how to grant when nothing is granted', async () => {
    for (const grant of desk.open.grants.list()) desk.open.grants.revoke(grant.id)
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
    expect(readdirSync(desk.docs)).toEqual(['a.txt'])
  })

  it('names the field with a NUL in it, and a folder that is not there', async () => {
    for (const input of [{ query: 'a\0b' }, { query: 'a', glob: '*\0' }]) {
      expect(() => search(input)).toThrow(/NUL/)
    }
    expect(() => find({ pattern: '*\0' })).toThrow(/NUL/)
    for (const path of ['--files', 'gone/deeper']) {
      await expect(search({ query: 'a', path })).rejects.toMatchObject({ code: 'not_found' })
      await expect(find({ pattern: 'a', path })).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('leaves out protected files and does not follow links out or round', async () => {
    mkdirSync(join(desk.open.base, 'outside'))
    writeFileSync(join(desk.open.base, 'outside/x.txt'), 'needle')
    symlinkSync(join(desk.open.base, 'outside'), at('out'))
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
      message: expect.stringContaining('can be read once it is in the library'),
    })
    await expect(read({ path: desk.docs })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(read({ path: 'missing.txt' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses a file of 2 GB before reading it', async () => {
    writeFileSync(at('huge.log'), '')
    truncateSync(at('huge.log'), 2 ** 31)
    await expect(read({ path: 'huge.log' })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('Its lines can be searched.'),
    })
  })

  it('cuts long lines and says so; an empty file is no error', async () => {
    writeFileSync(at('long.txt'), 'x'.repeat(5000))
    expect((await read({ path: 'long.txt' })).state).toMatchObject({ cut_lines: 1, truncated: true })
    writeFileSync(at('waves.txt'), `${'x'.repeat(1999)}${'🌊'.repeat(10)}`)
    const waves = await read({ path: 'waves.txt' })
    expect(waves.state).toMatchObject({ cut_lines: 1 })
    expect(waves.content.isWellFormed()).toBe(true)
    writeFileSync(at('empty.txt'), '')
    expect((await read({ path: 'empty.txt' })).state).toMatchObject({ total_lines: 0, end_line: 0, text: '' })
  })
})

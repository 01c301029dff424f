import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { callContext } from '../../../tests/support/call-context'
import { type InputOf, setUpFilesDesk } from '../../../tests/support/files-desk'
import { parseIgnoreRules } from '../../main/files/gitignore'

const desk = setUpFilesDesk()
const { at, search } = desk
const below = (paths: readonly { readonly path: string }[]) =>
  paths.map(({ path }) => relative(desk.docs, path))
const list = async (input: InputOf<'list_directory'>) => (await desk.list(input)).state
const find = async (input: InputOf<'find_files'>) => (await desk.find(input)).state

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(at(name), '..'), { recursive: true })
    writeFileSync(at(name), text)
  }
}

describe('what .gitignore leaves out', () => {
  beforeEach(() => {
    write({
      '.gitignore': '*.log\n/build/\n!keep.log\nnode_modules/\n',
      '.git/config': 'needle',
      'a.md': 'needle',
      'a.log': 'needle',
      'keep.log': 'needle',
      'build/out.md': 'needle',
      'sub/build/in.md': 'needle',
      'sub/.gitignore': 'local.*\n',
      'sub/local.md': 'needle',
      'node_modules/x/index.md': 'needle',
    })
  })
  const kept = ['a.md', 'keep.log', 'sub/build/in.md']

  it('is not searched, found or listed, and the listing says so', async () => {
    const { state } = await search({ query: 'needle', mode: 'files' })
    expect(below(state.file_matches ?? [])).toEqual(kept)
    const found = [
      ...(await find({ pattern: '*.md' })).matches,
      ...(await find({ pattern: '*.LOG' })).matches,
    ]
    expect(below(found).sort()).toEqual(kept)
    const listing = await list({ path: desk.docs, depth: 5 })
    expect(below(listing.entries.filter(({ kind }) => kind === 'file'))).toEqual([
      '.gitignore',
      'a.md',
      'keep.log',
      'sub/.gitignore',
      'sub/build/in.md',
    ])
    expect(listing.ignored).toBe(5)
    expect(below((await find({ pattern: '*', kind: 'folder' })).matches)).toEqual(['sub', 'sub/build'])
  })

  it('comes back with include_ignored', async () => {
    const { state } = await search({ query: 'needle', mode: 'files', include_ignored: true })
    // The store of git itself is never searched.
    expect(state.files).toBe(7)
    expect((await find({ pattern: '*.md', include_ignored: true })).matches).toHaveLength(5)
    expect((await list({ path: desk.docs, include_ignored: true })).entries).toHaveLength(8)
  })

  it('holds below the folder with the rules, also when the search begins deeper', async () => {
    write({ 'sub/deep/x.log': 'needle' })
    expect((await list({ path: 'sub/deep' })).entries).toEqual([])
    expect((await find({ pattern: '*', path: 'sub/deep' })).matches).toEqual([])
    expect((await search({ query: 'needle', path: 'sub/deep' })).state.files).toBe(0)
  })

  it('is not what lies above the granted folder says', async () => {
    writeFileSync(join(desk.open.base, '.gitignore'), '*.md\n')
    expect(below((await find({ pattern: '*.md' })).matches)).toEqual(['a.md', 'sub/build/in.md'])
    expect((await search({ query: 'needle', mode: 'files' })).state.files).toBe(kept.length)
    expect((await list({ path: desk.docs })).entries.map(({ name }) => name)).toContain('a.md')
  })

  it('is not what lies above the granted folder says, also where the search begins below rules of its own', async () => {
    writeFileSync(join(desk.open.base, '.gitignore'), '*\n')
    write({
      'sub/.gitignore': 'deep/out/*\n*.tmp\n',
      'sub/deep/in.md': 'needle',
      'sub/deep/x.tmp': 'needle',
      'sub/deep/y.log': 'needle',
      'sub/deep/out/z.md': 'needle',
      'sub/deep/again/.gitignore': '!*.tmp\n',
      'sub/deep/again/x.tmp': 'needle',
    })
    const wanted = ['sub/deep/again/x.tmp', 'sub/deep/in.md']
    const { state } = await search({ query: 'needle', mode: 'files', path: 'sub/deep' })
    expect(below(state.file_matches ?? [])).toEqual(wanted)
    const found = await find({ pattern: '*', path: 'sub/deep' })
    expect(below(found.matches)).toEqual(['sub/deep/again/.gitignore', ...wanted])
    const listed = (await list({ path: 'sub/deep', depth: 3 })).entries
    expect(below(listed.filter(({ kind }) => kind === 'file')).sort()).toEqual(below(found.matches))
    // What is named itself is searched, whatever is said of it.
    expect((await search({ query: 'needle', path: 'sub/deep/x.tmp' })).state.files).toBe(1)
  })

  it.each([
    ['*.log', 'a/b.log', false, true],
    ['/a', 'b/a', false, null],
    ['a/', 'a', false, null],
    ['a/', 'x/a', true, true],
    ['a/b', 'x/a/b', false, null],
    ['**/a/b', 'x/a/b', false, true],
    ['a/**', 'a', true, null],
    ['a/**', 'a/b/c', false, true],
    ['*.log\n!b.log', 'b.log', false, false],
    ['\\#x', '#x', false, true],
    ['# x', '# x', false, null],
    ['{a,b}', 'a', false, null],
    ['A', 'a', false, null],
    ['\\*.md', 'a.md', false, null],
    ['\\*.md', '*.md', false, true],
    ['a\\[1].md', 'a[1].md', false, true],
    ['\\!a', '!a', false, true],
    ['[!a].c', 'b.c', false, true],
    ['[ab].c', 'b.c', false, true],
  ])('%j says of %s what git says', (rules, path, isFolder, verdict) => {
    expect(parseIgnoreRules(rules)(path, isFolder)).toBe(verdict)
  })
})

describe('order', () => {
  beforeEach(() => {
    write({ 'b.txt': '1', 'a.txt': '333', 'c.txt': '22' })
    utimesSync(at('a.txt'), 1, 1)
    utimesSync(at('b.txt'), 3, 3)
    utimesSync(at('c.txt'), 2, 2)
  })

  it.each([
    ['name', ['a.txt', 'b.txt', 'c.txt']],
    ['size', ['a.txt', 'c.txt', 'b.txt']],
    ['modified', ['b.txt', 'c.txt', 'a.txt']],
  ] as const)('by %s, also where only the first are given', async (sort, names) => {
    expect(below((await find({ pattern: '*.txt', sort })).matches)).toEqual(names)
    expect(below((await list({ path: desk.docs, sort })).entries)).toEqual(names)
    const first = await find({ pattern: '*', sort, limit: 1 })
    expect([below(first.matches), first.truncated]).toEqual([[names[0]], true])
  })
})

describe('find_files', () => {
  it('finds files in either case, whatever is in their names, and links only with kind any', async () => {
    write({ 'Bericht Ü.PDF': '', 'x/line\nbreak.pdf': '', '-rf.pdf': '', '.ssh/key.pdf': '' })
    symlinkSync('-rf.pdf', at('link.pdf'))
    const found = await find({ pattern: '*.pdf' })
    expect(below(found.matches).sort()).toEqual(['-rf.pdf', 'Bericht Ü.PDF', 'x/line\nbreak.pdf'])
    expect(found.passed_over).toMatchObject([{ reason: 'it is protected' }])
    expect(below((await find({ pattern: '*ü.pdf' })).matches)).toEqual(['Bericht Ü.PDF'])
    expect(below((await find({ pattern: 'link*', kind: 'any' })).matches)).toEqual(['link.pdf'])
  })
})

describe('names that a pattern and ripgrep read differently', () => {
  const names = [
    '{draft.md',
    'a}.md',
    'a,b.md',
    'x[1].md',
    '!x.md',
    'Keil.md',
    'İ.md',
    'e\u0301.md',
    '#1 -g.md',
  ]
  beforeEach(() => write(Object.fromEntries(names.map((name) => [name, 'needle']))))

  it.each([
    ['{draft.md', ['{draft.md']],
    ['a}*', ['a}.md']],
    ['{a,b}*.md', ['a,b.md', 'a}.md']],
    ['{sub/x,x*}.md', ['x[1].md']],
    ['x[[]1].md', ['x[1].md']],
    ['!*', ['!x.md']],
    ['keil.md', ['Keil.md']],
    ['i?.MD', ['İ.md']],
    ['?.md', ['e\u0301.md']],
    ['é.md', ['e\u0301.md']],
    ['# *', []],
    ['#? -G.md', ['#1 -g.md']],
  ])('%s', async (pattern, found) => {
    expect(below((await find({ pattern })).matches)).toEqual(found)
    const { state } = await search({ query: 'needle', mode: 'files', glob: pattern })
    expect(below(state.file_matches ?? [])).toEqual(found)
  })
})

describe('search_file_contents', () => {
  beforeEach(() => write({ 'a.ts': 'one\ntwo\nthree\ntwo two\nfive\n', 'b.md': 'two\n', 'c.txt': 'none\n' }))

  it('gives files, or the number of matches of each', async () => {
    const files = await search({ query: 'two', mode: 'files' })
    expect(files.state).toMatchObject({
      matches: [],
      files: 2,
      file_matches: [
        { path: at('a.ts'), count: null },
        { path: at('b.md'), count: null },
      ],
    })
    const counts = await search({ query: 'two', mode: 'count' })
    expect(counts.state.file_matches).toEqual([
      { path: at('a.ts'), count: 3 },
      { path: at('b.md'), count: 1 },
    ])
    expect(counts.content).toContain('3 matches')
    expect((await search({ query: 'two', mode: 'files', limit: 1 })).state).toMatchObject({ truncated: true })
    expect((await search({ query: 'absent', mode: 'count' })).state.files).toBe(0)
  })

  it('gives the lines around', async () => {
    const { state, content } = await search({ query: 'three', context: 1 })
    expect(state.matches).toMatchObject([
      { line: 3, before: [{ line: 2, text: 'two' }], after: [{ line: 4, text: 'two two' }] },
    ])
    expect(content).toContain('2-\ttwo\n3\tthree\n4-\ttwo two')
  })

  it('shows a line that is near several matches once', async () => {
    const { content } = await search({ query: 'two', glob: 'a.ts', context: 1 })
    expect(content).toContain('1-\tone\n2\ttwo\n3-\tthree\n4\ttwo two\n5-\tfive')
  })

  it('gives the lines after a match over lines that was cut', async () => {
    write({ 'long.txt': `begin\n${'long line\n'.repeat(100)}end\nafter\n` })
    const { state } = await search({ query: 'begin.*end', regex: true, multiline: true, context: 1 })
    expect(state.matches).toMatchObject([{ line: 1, cut: true, after: [{ line: 103, text: 'after' }] }])
  })

  it('counts in files with a line end in their name', async () => {
    write({ 'x/line\nbreak.txt': 'two two' })
    const { state } = await search({ query: 'two', mode: 'count', path: 'x' })
    expect(state.file_matches).toEqual([{ path: at('x/line\nbreak.txt'), count: 2 }])
  })

  it('finds the end of a line also where lines end as on Windows', async () => {
    write({ 'windows.txt': 'seven\r\neight\r\n' })
    expect((await search({ query: 'seven$', regex: true })).state.matches).toMatchObject([
      { text: 'seven', ranges: [{ start: 0, end: 5 }] },
    ])
  })

  it('names the file that a complaint of ripgrep is about', async () => {
    write({ '.gitignore': 'glob{regex\n' })
    const { state } = await search({ query: 'absent' })
    expect(state.passed_over).toMatchObject([
      { path: at('.gitignore'), reason: expect.stringContaining('line 1') },
    ])
  })

  it('reads UTF-16 and passes over the mark of UTF-8', async () => {
    writeFileSync(at('utf16.txt'), Buffer.from('\ufeffGrüße an alle\n', 'utf16le'))
    writeFileSync(at('mark.txt'), '\ufeffGrüße\n')
    const { state } = await search({ query: 'Grüße' })
    expect(state.matches).toMatchObject([
      { path: at('mark.txt'), text: 'Grüße', ranges: [{ start: 0, end: 5 }] },
      { path: at('utf16.txt'), text: 'Grüße an alle', ranges: [{ start: 0, end: 5 }] },
    ])
  })

  it('finds over line ends only when asked to', async () => {
    const query = 'one\ntwo'
    await expect(search({ query })).rejects.toMatchObject({ code: 'invalid_input', field: 'query' })
    expect((await search({ query, multiline: true })).state.matches).toMatchObject([
      { path: at('a.ts'), line: 1, text: 'one\ntwo' },
    ])
    expect((await search({ query: 'one.*five', regex: true, multiline: true })).state.files).toBe(1)
  })

  it('finds lines as they were read, however they end', async () => {
    write({ 'windows.txt': 'x = [1]\r\ny.*\r\nlast\r\n', 'unix.txt': 'x = [1]\ny.*\nlast\n' })
    const { state } = await search({ query: '= [1]\ny.*\n', multiline: true, context: 1 })
    expect(state.matches.map(({ line, after }) => [line, after?.[0]?.text])).toEqual([
      [1, 'last'],
      [1, 'last'],
    ])
    expect((await search({ query: 'X = [1]\nY', multiline: true })).state.files).toBe(0)
  })

  it.each([
    String.raw`one\n+two`,
    'one\n\ntwo',
    String.raw`one\r?\n\r?\ntwo`,
    String.raw`(one)[^\n]*\n\s*two`,
    String.raw`[\[\n]?one\n\ntwo`,
  ])('finds %j over lines of Windows as over others', async (query) => {
    write({ 'windows.txt': 'one\r\n\r\ntwo\r\n', 'unix.txt': 'one\n\ntwo\n', 'a.ts': '', 'b.md': '' })
    const { state } = await search({ query, regex: true, multiline: true })
    expect(state.matches.map(({ path }) => relative(desk.docs, path))).toEqual(['unix.txt', 'windows.txt'])
  })

  it('tells of what is in two granted folders once, and counts it once', async () => {
    write({ 'inner/d.ts': 'two\ntwo\n' })
    await desk.open.grants.grant(at('inner'), 'read', 'flag')
    const found = async (more: Partial<InputOf<'search_file_contents'>>) =>
      (await search({ query: 'two', ...more })).state
    const lines = await found({ limit: 5 })
    expect(lines.matches.map(({ path, line }) => `${relative(desk.docs, path)}:${line}`)).toEqual([
      ...['a.ts:2', 'a.ts:4', 'b.md:1', 'inner/d.ts:1', 'inner/d.ts:2'],
    ])
    expect(lines.truncated).toBe(false)
    for (const mode of ['files', 'count'] as const) {
      expect(await found({ mode, limit: 3 })).toMatchObject({ files: 3, truncated: false })
    }
  })

  it('narrows by type and glob, and names a type that there is not', async () => {
    const paths = async (more: Partial<InputOf<'search_file_contents'>>) =>
      below((await search({ query: 'two', ...more })).state.matches)
    expect(await paths({ types: ['md'] })).toEqual(['b.md'])
    expect(await paths({ glob: '*.{MD,txt}' })).toEqual(['b.md'])
    expect(await paths({ types: ['md'], glob: 'a*' })).toEqual([])
    await expect(search({ query: 'two', types: ['nonsense'] })).rejects.toMatchObject({ field: 'types' })
  })
})

// Windows has no pipes in folders.
it.runIf(process.platform !== 'win32')('a pipe is neither searched nor waited for', async () => {
  write({ 'a.txt': 'two' })
  execFileSync('mkfifo', [at('pipe')])
  for (const path of ['pipe', at('pipe')]) {
    await expect(search({ query: 'two', path })).rejects.toMatchObject({ code: 'unsupported' })
  }
  expect(below((await search({ query: 'two' })).state.matches)).toEqual(['a.txt'])
})

it('get_file_info tells what a thing is without following a link or reading it', async () => {
  write({ 'a.txt': '12345' })
  symlinkSync('/etc/passwd', at('link'))
  const told = (path: string) => desk.tools.get_file_info.run({ path }, callContext)
  const info = async (path: string) => (await told(path)).state
  expect((await told('a.txt')).content).toContain('file, 5 bytes, changed')
  writeFileSync(at('large'), Buffer.alloc(12_345))
  expect((await told('large')).content).toContain('file, 12.3 kB (12,345 bytes), changed')
  expect(await info('a.txt')).toMatchObject({ kind: 'file', size: 5, hard_links: 1, access: 'read_write' })
  expect(await info('link')).toMatchObject({ kind: 'link', target: '/etc/passwd', size: null })
  expect(await info('.')).toMatchObject({ kind: 'folder', entries: 3 })
  await expect(info('none')).rejects.toMatchObject({ code: 'not_found' })
  await expect(info('/etc/passwd')).rejects.toMatchObject({ code: 'outside_grant' })
})

import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../support/make-pdf'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'

const limitMs = 30_000
/** Past what 31 bits can count. */
const hugeBytes = 2 ** 31 + 10_000_000
const nobody = 65_534
const administrator = process.getuid?.() === 0

let base: string
let work: string
let data: string

beforeEach(() => {
  base = realpathSync(freshFolder('fault'))
  work = join(base, 'papers')
  data = join(base, 'data')
  mkdirSync(work)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const run = (...args: string[]) => runCommand([...args, '--data', data])

interface Line {
  readonly source: string
  readonly status: string
  readonly title?: string
  readonly pages?: number | null
  readonly chunks?: number
  readonly error: string | null
}

/** Adds and answers the exit status and what was said of each file, by its name. */
async function add(...paths: string[]): Promise<{ status: number | null; lines: Map<string, Line> }> {
  const { status, stdout } = await run('add', ...paths, '--json')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  return { status, lines: new Map(lines.map((line) => [basename(line.source), line])) }
}

const pages = [['The tide turns at noon.'], ['The harbour lamp burns all night.']]

describe('adding bad files', { timeout: limitMs }, () => {
  it('says of each what is wrong, keeps the good ones, and changes none', async () => {
    const whole = makePdf({ title: 'Tides', pages })
    const files: Record<string, string | Buffer> = {
      'good.pdf': whole,
      'secret.pdf': makePdf({ title: 'Secret', pages, password: 'sesame' }),
      'truncated.pdf': whole.subarray(0, Math.floor(whole.length / 3)),
      'noise.pdf': `%PDF-1.7\n${'no objects here\n'.repeat(100)}`,
      'empty.pdf': '',
      'really-a.pdf': '<!doctype html><title>Page</title><p>Not a PDF at all.</p>',
      'really-pdf.txt': whole.subarray(),
      'program.txt': Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0'), Buffer.alloc(500, 1)]),
    }
    for (const [name, content] of Object.entries(files)) writeFileSync(join(work, name), content)
    // The same content twice is refused, so this one has a page of its own.
    writeFileSync(join(work, 'really-pdf.txt'), makePdf({ title: 'Other', pages: [...pages, ['More.']] }))
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(work, name)))
        .digest('hex')
    const before = Object.keys(files).map(hash)

    const { status, lines } = await add(work)

    expect(status).toBe(1)
    expect(lines.get('good.pdf')).toMatchObject({ status: 'complete', pages: 2, title: 'Tides' })
    expect(lines.get('really-a.pdf')).toMatchObject({ status: 'complete', pages: null })
    expect(lines.get('really-pdf.txt')).toMatchObject({ status: 'complete', pages: 3 })
    expect(lines.get('secret.pdf')).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/password/i),
    })
    expect(lines.get('truncated.pdf')).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/damaged/),
    })
    expect(lines.get('noise.pdf')).toMatchObject({ status: 'error', error: expect.stringMatching(/damaged/) })
    expect(lines.get('empty.pdf')).toMatchObject({ status: 'error', error: expect.stringMatching(/0 bytes/) })
    expect(lines.get('program.txt')).toMatchObject({ status: 'error', chunks: 0 })
    expect(lines.size).toBe(Object.keys(files).length)
    expect(Object.keys(files).map(hash)).toEqual(before)

    const found = JSON.parse((await run('search', 'harbour lamp', '--json')).stdout) as { results: unknown[] }
    expect(found.results.length).toBeGreaterThan(0)
    expect((await run('doctor')).status).toBe(0)
  })

  it('refuses a file of more than 2 GB at once and keeps nothing of it', async () => {
    for (const name of ['huge.pdf', 'huge.txt']) {
      writeFileSync(join(work, name), '%PDF-1.7\n')
      truncateSync(join(work, name), hugeBytes)
    }
    const { status, lines } = await add(work)
    expect(status).toBe(1)
    for (const name of ['huge.pdf', 'huge.txt']) {
      expect(lines.get(name)).toMatchObject({
        status: 'skipped',
        error: expect.stringMatching(/the library takes at most 512 MB\. Nothing was added\./),
      })
    }
    const { stdout } = await run('call', 'list_documents', '{"status":"all"}', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ state: { documents: [] } })
  })

  it('takes names with line breaks, direction marks and 255 bytes, and shows them harmlessly', async () => {
    const names = ['two\nlines.txt', 'gpj.\u202eexe.txt', '\u001b[2Jclear.txt', `${'ü'.repeat(125)}x.txt`]
    expect(Buffer.byteLength(names.at(-1) ?? '')).toBe(255)
    for (const [index, name] of names.entries()) writeFileSync(join(work, name), `Text number ${index}.\n`)
    symlinkSync('nowhere', join(work, 'bad\nSkipped it.txt'))

    const { status, lines } = await add(work)
    expect(status).toBe(0)
    for (const name of names) expect(lines.get(name), name).toMatchObject({ status: 'complete' })

    const again = await run('add', work, '--collection', 'Second')
    for (const hidden of ['\u001b', '\u202e']) expect(again.stdout + again.stderr).not.toContain(hidden)
    expect(again.stdout.trim().split('\n')).toHaveLength(names.length)
    expect(again.stderr).not.toMatch(/^Skipped it/m)
  })

  it('walks a folder that loops by links once', async () => {
    mkdirSync(join(work, 'deep'))
    writeFileSync(join(work, 'deep', 'note.md'), '# Note\n\nOnce.\n')
    symlinkSync('..', join(work, 'deep', 'up'))
    symlinkSync('.', join(work, 'self'))
    symlinkSync('b', join(work, 'a'))
    symlinkSync('a', join(work, 'b'))
    const { status, lines } = await add(work)
    expect(status).toBe(0)
    expect([...lines.values()].filter((line) => line.status === 'complete')).toHaveLength(1)
    expect(lines.get('self')).toMatchObject({
      status: 'skipped',
      error: expect.stringMatching(/symbolic link/),
    })
    // Named itself, a link that leads nowhere is nothing.
    expect((await add(join(work, 'a'))).status).toBe(1)
  })

  it('fails when nothing that was named is there, and names it', async () => {
    const { status, lines } = await add(join(work, 'missing.pdf'))
    expect(status).toBe(1)
    expect(lines.get('missing.pdf')).toMatchObject({
      status: 'skipped',
      error: expect.stringMatching(/not there/),
    })
  })

  it.skipIf(!administrator)('skips what it may not read and adds the rest', async () => {
    chmodSync(base, 0o755)
    writeFileSync(join(work, 'open.txt'), 'Everyone may read this.\n')
    writeFileSync(join(work, 'closed.txt'), 'Nobody may read this.\n')
    chmodSync(join(work, 'closed.txt'), 0o600)
    const own = freshFolder('nobody')
    chmodSync(own, 0o777)
    const finished = await runCommand(['add', work, '--json', '--data', join(own, 'data')], { user: nobody })
    const lines = finished.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(lines.map(({ source, status }) => [basename(source), status]).sort()).toEqual([
      ['closed.txt', expect.stringMatching(/skipped|error/)],
      ['open.txt', 'complete'],
    ])
    rmSync(own, { recursive: true, force: true })
    expect(existsSync(join(work, 'closed.txt'))).toBe(true)
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWorker } from '../../../tests/support/build-worker'
import { callContext } from '../../../tests/support/call-context'
import { everyFormat, writeInFormat } from '../../../tests/support/every-format'
import { makePdf } from '../../../tests/support/make-pdf'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { createExtractPool, type ExtractPool } from '../../main/library/threads/extract-pool'
import runtime from './runtime'

let open: OpenFiles
let pool: ExtractPool

beforeAll(async () => {
  pool = createExtractPool({ workerUrl: await buildWorker('extract'), size: 1 })
  open = openFiles(
    undefined,
    async (path, name, signal) => (await pool.extract(path, name, { signal })).document,
  )
  await open.grants.grant(open.docs, 'read_write', 'flag')
})
afterAll(async () => {
  await pool.close()
  open.close()
})

const read = (input: { path: string; extract?: boolean; start_line?: number }) =>
  runtime({ files: open.files }).read_file.run(
    { start_line: 1, max_lines: 2000, extract: false, ...input },
    callContext,
  )

it('gives the text of a PDF page by page', async () => {
  writeFileSync(
    join(open.docs, 'tides.pdf'),
    makePdf({ pages: [['Spring tides are high'], ['Neap tides are low']] }),
  )
  const { state, content } = await read({ path: 'tides.pdf' })
  expect(state).toMatchObject({ extracted_from: 'application/pdf', pages: 2, encoding: 'utf-8' })
  expect(state.text).toMatch(/^\[Page 1\]\n.*Spring tides[\s\S]*\n\[Page 2\]\n.*Neap tides/)
  expect(content).toContain('2 pages')
})

const archives = ['zip']

it.each(everyFormat.filter((ending) => !archives.includes(ending)))(
  'gives the words of a %s file',
  async (ending) => {
    writeInFormat(join(open.docs, `almanac.${ending}`), 'Almanac', 'Neap tides are low at Marrow Point.')
    const { state } = await read({ path: `almanac.${ending}`, extract: true })
    expect(state.text).toContain('Almanac')
    expect(state.text).toContain('Neap tides are low at Marrow Point.')
  },
)

it.each(archives)('says of a %s file that its files are read one by one', async (ending) => {
  writeInFormat(join(open.docs, `almanac.${ending}`), 'Almanac', 'Neap tides are low.')
  await expect(read({ path: `almanac.${ending}` })).rejects.toMatchObject({ code: 'unsupported' })
})

it('gives HTML as it is stored, and without its tags when asked to', async () => {
  writeFileSync(join(open.docs, 'a.html'), '<!doctype html><title>T</title><p>Spring <b>tides</b></p>')
  expect((await read({ path: 'a.html' })).state.text).toContain('<b>tides</b>')
  const { state } = await read({ path: 'a.html', extract: true })
  expect(state).toMatchObject({ extracted_from: 'text/html' })
  expect(state.text).toContain('Spring')
  expect(state.text).not.toContain('<b>')
})

it('says that what no reader knows is not text', async () => {
  writeFileSync(
    join(open.docs, 'data.bin'),
    Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7) & 0xff)),
  )
  await expect(read({ path: 'data.bin' })).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('binary data'),
  })
})

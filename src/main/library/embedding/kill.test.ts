import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { buildEntry, buildWorker } from '../../../../tests/support/build-worker'
import { answerWell, startFakeEmbeddings } from '../../../../tests/support/fake-embeddings'
import { fillerText, openLibraryFixture } from '../../../../tests/support/library-fixture'

const DOCUMENTS = 4

it.each(['before a batch is answered', 'right after it is answered'])(
  'after a kill %s, goes on with every passage once',
  async (moment) => {
    const fake = await startFakeEmbeddings()
    let fixture = await openLibraryFixture()
    const { folder } = fixture
    for (let each = 0; each < DOCUMENTS; each++) {
      const { id } = await fixture.add(fixture.file(`${each}.txt`, fillerText(20_000, each)))
      await fixture.settled(id)
    }
    const count = (sql: string) => fixture.db.raw.prepare(sql).pluck().get() as number
    const passages = count('SELECT count(*) FROM chunks')
    // Chosen by a host that does not stay: the process below is the first to work.
    await fixture.embedding.choose({ provider: 'openai', address: fake.address, model: 'tiny' })
    await Promise.all([fixture.library.close(), fixture.embedding.close()])
    fixture.db.close()

    const workers = [String(await buildWorker('embed')), String(await buildWorker('infer'))]
    const entry = fileURLToPath(await buildEntry('tests/support/embed-child.ts'))
    const child = spawn(process.execPath, [entry, folder, ...workers], {
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    let batches = 0
    fake.answer = (response, request, vectors) => {
      if (request.texts.length > 1 && ++batches === 3) {
        if (moment.startsWith('before')) child.kill('SIGKILL')
        else response.once('finish', () => child.kill('SIGKILL'))
      }
      answerWell(response, request, vectors)
    }
    await once(child, 'exit')
    expect(batches).toBe(3)

    fake.answer = null
    fixture = await openLibraryFixture(folder)
    const stored = count('SELECT sum(count) FROM vector_blocks')
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBeLessThan(passages)
    fake.requests.length = 0
    fixture.embedding.resume({ stays: true })
    await fixture.event((event) => event.type === 'embedding' && event.status.state === 'done')
    const rows = fixture.db.raw
      .prepare('SELECT document_number, first_ordinal, count FROM vector_blocks ORDER BY 1, 2')
      .raw()
      .all() as [number, number, number][]
    const places = rows.flatMap(([document, first, length]) =>
      Array.from({ length }, (_, at) => `${document}#${first + at}`),
    )
    expect(new Set(places).size).toBe(places.length)
    const every = fixture.db.raw.prepare("SELECT document_number || '#' || ordinal FROM chunks").pluck().all()
    expect(places.toSorted()).toEqual((every as string[]).toSorted())
    // What was stored is not asked for again; the sentence that tells the dimensions is the one more.
    expect(fake.requests.flatMap(({ texts }) => texts)).toHaveLength(passages - stored + 1)
    expect(count("SELECT count(*) FROM vector_sets WHERE state = 'live'")).toBe(1)
    await fixture.close()
    await fake.close()
  },
  60_000,
)

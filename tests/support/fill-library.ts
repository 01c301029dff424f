import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { EXTRACTOR_VERSIONS } from '../../src/main/library/extractors/versions'

const types = ['application/pdf', 'text/markdown', 'text/html'] as const

/** Puts rows of documents without content into a library that no host has open; every hundredth failed, every tenth is tagged. */
export function fillLibrary(data: string, rows: number): void {
  const raw = new BetterSqlite3(join(data, 'countersign.db'))
  // The schema's triggers call it; these titles are in plain letters and of equal length.
  raw.function('order_of_title', { deterministic: true }, (title) => String(title).toLowerCase())
  const insert = raw.prepare(
    `INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, error_code, error_message, pages, chunks, tags, actor, added_at, updated_at, extractor, indexing)
     VALUES (?, 'default', ?, ?, ?, ?, ?, 'done', ?, ?, ?, ?, ?, '{}', ?, 0, ?, 1)`,
  )
  const start = Date.UTC(2026, 0, 1)
  raw.transaction(() => {
    for (let at = 0; at < rows; at++) {
      const number = String(at).padStart(6, '0')
      const type = types[at % types.length] ?? types[0]
      const failed = at % 100 === 0
      insert.run(
        ...[`filled-${number}`, `Report ${number}`, type, `/papers/${number}.x`],
        ...[1000 + at * 37, failed ? 'error' : 'complete', failed ? 'corrupt' : null],
        failed
          ? 'This PDF is damaged or incomplete and could not be read. The file itself was not changed.'
          : null,
        ...[
          at % 3 === 0 ? (at % 90) + 1 : null,
          (at % 300) + 1,
          at % 10 === 0 ? '["harbour","tides"]' : '[]',
        ],
        start + at * 1000,
        // As this version read it: nothing is read or indexed anew at the start.
        EXTRACTOR_VERSIONS[type],
      )
    }
  })()
  raw.close()
}

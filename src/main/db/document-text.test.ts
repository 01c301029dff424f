import type BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acrossMigration } from '../../../tests/support/former-database'
import { toTheEnd } from '../async/stepwise'
import { storeBetween } from './chunk-writes'
import { type Database, openDatabase } from './open'
import { documentText } from './stored-text'

const document = `
  INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1);
  INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, indexing, actor, added_at, updated_at)
    VALUES ('d', 'c', 'D', 'text/plain', '/d.txt', 1, 'complete', 'done', 0, '{}', 1, 1);`

type Range = { readonly start: number; readonly end: number }

function insertPassages(raw: BetterSqlite3.Database, text: string, passages: readonly Range[]): void {
  const insert = raw.prepare(
    'INSERT INTO chunks (document_number, ordinal, start, "end", tokens, text) VALUES (1, ?, ?, ?, 1, ?)',
  )
  for (const [ordinal, { start, end }] of passages.entries()) {
    insert.run(ordinal, start, end, text.slice(start, end))
  }
}

/** Where words stand in a text, by their letters. */
function rangesOf(text: string, ...words: readonly string[]): Range[] {
  return words.map((word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length }))
}

describe('the text of a document', () => {
  let db: Database
  beforeEach(() => {
    db = openDatabase(':memory:')
    db.raw.exec(document)
  })
  afterEach(() => db.close())

  it.each<[string, string, string[]]>([
    ['without passages', ' \n\t ', []],
    ['that is empty', '', []],
    ['that is one passage', 'one of it', ['one of it']],
    ['with space before, between and after', ' \r\n one\n\n\ntwo\n', ['one', 'two']],
    ['with passages that touch', 'onetwo', ['one', 'two']],
    ['with letters of two units', '\t😀 one 😀😀\n𠮷 two', ['😀 one 😀😀', '𠮷 two']],
  ])('%s is what it was', (_what, text, words) => {
    const passages = rangesOf(text, ...words)
    insertPassages(db.raw, text, passages)
    expect(toTheEnd(documentText(db, 1))).toBeUndefined()
    storeBetween(db.raw, 1, text, passages)
    expect(toTheEnd(documentText(db, 1))).toBe(text)
    expect(
      db.raw.prepare('SELECT trim(text, char(9, 10, 13, 32)) FROM document_texts').pluck().all(),
    ).toEqual([''])
  })

  it.each([
    ['lie over each other', [rangesOf('one two', 'one t'), rangesOf('one two', 'two')].flat()],
    ['are in no order', rangesOf('one two', 'two', 'one')],
    ['end behind it', [{ start: 0, end: 8 }]],
  ])('is stored as a whole where its passages %s', (_what, passages) => {
    insertPassages(db.raw, 'one two', passages)
    storeBetween(db.raw, 1, 'one two', passages)
    expect(toTheEnd(documentText(db, 1))).toBe('one two')
  })

  it('is as a whole where it was stored so', () => {
    insertPassages(db.raw, 'one and two', [{ start: 0, end: 3 }])
    db.raw.exec("INSERT INTO document_texts (document_number, text) VALUES (1, 'one and two')")
    expect(toTheEnd(documentText(db, 1))).toBe('one and two')
  })
})

it('stays whole where an older version stored it', () => {
  acrossMigration(
    'ADD COLUMN whole',
    (raw) => raw.exec(`${document} INSERT INTO document_texts VALUES (1, 'one and two');`),
    (raw) =>
      expect(raw.prepare('SELECT * FROM document_texts').all()).toEqual([
        { document_number: 1, text: 'one and two', whole: 1 },
      ]),
  )
})

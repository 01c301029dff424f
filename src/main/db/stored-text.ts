import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { type PassageOfText, textAround } from './document-text'
import type { Database } from './open'
import { chunks, documentPages, documentTexts, pageWords } from './schema'

/** Passages that are read at a time: as long as a few of them take, others wait for the database. */
const passagesTogether = 100

/** Reads the text of a document step by step; undefined before it was read. */
export function* documentText({ orm, raw }: Database, number: number): Generator<void, string | undefined> {
  const stored = orm.select().from(documentTexts).where(eq(documentTexts.documentNumber, number)).get()
  if (stored === undefined || stored.whole === 1) return stored?.text
  const some = raw.prepare<[number, number], PassageOfText & { readonly ordinal: number }>(
    `SELECT ordinal, start, text FROM chunks WHERE document_number = ? AND ordinal > ?
     ORDER BY ordinal LIMIT ${passagesTogether}`,
  )
  const text = textAround(stored.text)
  for (let last = -1; ; ) {
    const passages = some.all(number, last)
    text.add(passages)
    last = passages.at(-1)?.ordinal ?? last
    if (passages.length < passagesTogether) return text.whole()
    yield
  }
}

/** The character ranges of a document's pages, in order. */
export function pageRanges(db: Database, number: number): { page: number; start: number; end: number }[] {
  return db.orm
    .select({ page: documentPages.page, start: documentPages.start, end: documentPages.end })
    .from(documentPages)
    .where(eq(documentPages.documentNumber, number))
    .orderBy(asc(documentPages.page))
    .all()
}

/** Where the words of a page stand that text recognition read; undefined for other pages. */
export function pageWordBoxes(db: Database, number: number, page: number): Uint8Array | undefined {
  return db.orm
    .select({ boxes: pageWords.boxes })
    .from(pageWords)
    .where(and(eq(pageWords.documentNumber, number), eq(pageWords.page, page)))
    .get()?.boxes
}

/** The sections that a document's passages are in, in the order of the text, each with where it begins. */
export function sectionsOf(
  db: Database,
  documentNumber: number,
): { section: string; start: number; page: number | null }[] {
  const first = sql<number>`min(${chunks.start})`
  return db.orm
    .select({
      section: sql<string>`${chunks.section}`,
      start: first,
      page: sql<number | null>`min(${chunks.page})`,
    })
    .from(chunks)
    .where(and(eq(chunks.documentNumber, documentNumber), isNotNull(chunks.section)))
    .groupBy(chunks.section)
    .orderBy(first)
    .all()
}

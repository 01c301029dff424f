import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../../shared/actor'
import type { Note, NoteHit, NoteLine, NoteSort } from '../../shared/contract/notes'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { frontMatterOf } from '../../shared/markdown/front-matter'
import { noteLinksAsShown } from '../../shared/markdown/note-links'
import { inOneLine } from '../../shared/markdown/one-line'
import { say } from '../../shared/sentences/say'
import { shortened } from '../../shared/text/start-of'
import { excerptOf, partsOf } from './excerpt'
import { eachIn } from './json-in-sql'
import { type Database, inTransaction } from './open'
import { preparedOnce } from './prepared'
import { notes } from './schema'
import { storedActor, storedTexts } from './stored-json'
import { markedWords, wantedWords, withPartMarks, wordConditions } from './word-search'

/** What is written in a note. */
export type NoteFields = Pick<Note, 'title' | 'content' | 'tags' | 'outside'>

/** Notes in order, from after those of a cursor on. */
export interface NotePage {
  readonly notes: readonly NoteLine[]
  /** Null at the end. */
  readonly cursor: string | null
  readonly total: number
}

type Row = typeof notes.$inferSelect
type LineRow = Omit<Row, 'content' | 'titleOrder'> & {
  readonly beginning: string
  readonly characters: number
}

/** Characters that a list reads of a note, marks of Markdown included, and that it shows of them. */
const readCharacters = 400
const shownCharacters = 160
/** The same of what one says about itself above its text; of a longer one the list shows the beginning. */
const frontMatterCharacters = 8000

const cursorSchema = z.tuple([z.union([z.string(), z.number()]), z.number()])

const line = `notes.number, notes.id, notes.title, notes.tags, notes.outside, notes.former_titles AS formerTitles, notes.created_by AS createdBy,
  notes.changed_by AS changedBy, notes.created_at AS createdAt, notes.updated_at AS updatedAt, notes.revision,
  substr(notes.content, 1, CASE substr(notes.content, 1, 3)
    WHEN '---' THEN ${frontMatterCharacters + readCharacters} ELSE ${readCharacters} END) AS beginning, length(notes.content) AS characters`

const orders: Readonly<Record<NoteSort, { readonly column: string; readonly down: boolean }>> = {
  updated: { column: 'updated_at', down: true },
  created: { column: 'created_at', down: true },
  title: { column: 'title_order', down: false },
}

const tagged = `EXISTS (SELECT 1 FROM ${eachIn('notes.tags')} AS tag WHERE tag.value = @tag)`

const noteById = preparedOnce((orm) =>
  orm
    .select()
    .from(notes)
    .where(eq(notes.id, sql.placeholder('id')))
    .prepare(),
)
const remove = preparedOnce((orm) =>
  orm
    .delete(notes)
    .where(eq(notes.id, sql.placeholder('id')))
    .prepare(),
)

/** A note, or null where there is none. */
export function findNote(db: Database, id: string): Note | null {
  const row = noteById(db).get({ id })
  return row === undefined ? null : toNote(row)
}

/** A note as lists have it, or null where there is none. */
export function findNoteLine({ raw }: Database, id: string): NoteLine | null {
  const row = raw.prepare<[string], LineRow>(`SELECT ${line} FROM notes WHERE id = ?`).get(id)
  return row === undefined ? null : toLine(row)
}

/** Stores a note with all that is known of it. */
export function insertNote({ orm }: Database, note: Note): void {
  const { tags, outside, formerTitles, createdBy, changedBy, ...rest } = note
  orm
    .insert(notes)
    .values({
      ...rest,
      titleOrder: orderOf(note.title),
      tags: JSON.stringify(tags),
      outside: JSON.stringify(outside),
      formerTitles: JSON.stringify(formerTitles),
      createdBy: JSON.stringify(createdBy),
      changedBy: JSON.stringify(changedBy),
    })
    .run()
}

/** Writes another text into a note, which takes the next revision. */
export function writeNote(
  { orm }: Database,
  id: string,
  fields: NoteFields & Pick<Note, 'formerTitles'>,
  by: Actor,
  at: number,
): void {
  const { title, content, tags, outside, formerTitles } = fields
  orm
    .update(notes)
    .set({
      title,
      titleOrder: orderOf(title),
      content,
      tags: JSON.stringify(tags),
      outside: JSON.stringify(outside),
      formerTitles: JSON.stringify(formerTitles),
      changedBy: JSON.stringify(by),
      updatedAt: at,
      revision: sql`${notes.revision} + 1`,
    })
    .where(eq(notes.id, id))
    .run()
}

/** Takes notes out. */
export function deleteNotes(db: Database, ids: readonly string[]): void {
  inTransaction(db, () => {
    for (const id of ids) remove(db).run({ id })
  })
}

/** Notes in order; throws `invalid_input` for a cursor that is none. */
export function listNotes(
  { raw }: Database,
  query: {
    readonly tag?: string | undefined
    readonly sort: NoteSort
    readonly limit: number
    readonly cursor?: string | undefined
  },
): NotePage {
  const { tag, sort, limit, cursor } = query
  const { column, down } = orders[sort]
  const after = cursor === undefined ? null : parseCursor(cursor)
  const having = tag === undefined ? [] : [tagged]
  const beyond = after === null ? [] : [`(${column}, number) ${down ? '<' : '>'} (@value, @number)`]
  const values = {
    ...(tag === undefined ? {} : { tag }),
    ...(after === null ? {} : { value: after[0], number: after[1] }),
  }
  const found = raw
    .prepare<[object], LineRow & { readonly placed: string | number }>(
      `SELECT ${line}, ${column} AS placed FROM notes ${whereOf([...having, ...beyond])}
       ORDER BY ${column} ${down ? 'DESC' : 'ASC'}, number ${down ? 'DESC' : 'ASC'} LIMIT @limit`,
    )
    .all({ ...values, limit: limit + 1 })
  const total = raw
    .prepare<[object], { total: number }>(`SELECT count(*) AS total FROM notes ${whereOf(having)}`)
    .get(tag === undefined ? {} : { tag })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    notes: shown.map(toLine),
    cursor: last === undefined || found.length <= limit ? null : JSON.stringify([last.placed, last.number]),
    total: total?.total ?? 0,
  }
}

interface HitRow extends LineRow {
  readonly markedTitle: string
  readonly markedContent: string
}

/** Notes with these words in title, tags or text, those first that have them in the title or most often. */
export function searchNotes(
  { raw }: Database,
  typed: string,
  { tag, limit }: { readonly tag?: string | undefined; readonly limit: number },
): NoteHit[] {
  const wanted = wantedWords(typed)
  if (wanted === null) return []
  const words = "notes.title || ' ' || notes.tags || ' ' || notes.content"
  const { conditions, values } = wordConditions(wanted, 'note_words', words)
  const matching = wanted.query === null ? '' : 'note_words MATCH @query AND'
  // A title tells more of a note than its tags, and those more than a word of its text.
  const best = wanted.query === null ? 'notes.updated_at DESC' : 'bm25(note_words, 10, 5, 1)'
  return raw
    .prepare<[object], HitRow>(
      `SELECT ${line},
         ${markedWords(wanted, 'note_words', ['notes.title', 0])} AS markedTitle,
         ${markedWords(wanted, 'note_words', ['notes.content', 2])} AS markedContent
       FROM note_words JOIN notes ON notes.number = note_words.rowid
       WHERE ${matching} note_words.rowid IN (
         SELECT note_words.rowid FROM note_words JOIN notes ON notes.number = note_words.rowid
         WHERE ${[...conditions, ...(tag === undefined ? [] : [tagged])].join(' AND ')}
         ORDER BY ${best} LIMIT @limit
       )
       ORDER BY ${best}`,
    )
    .all({ ...values, ...(tag === undefined ? {} : { tag }), limit })
    .map(({ markedTitle, markedContent, ...row }) => ({
      note: toLine(row),
      title: partsOf(withPartMarks(markedTitle, wanted)),
      excerpt: excerptOf(withPartMarks(markedContent, wanted), 'markdown'),
    }))
}

/** The ids of notes whose text may link to one that is or was called by one of these titles, changed last first. */
export function notesNaming({ raw }: Database, titles: readonly string[]): readonly string[] {
  // The index has no words of a title that is all signs.
  const isIndexed = titles.every((title) => /[\p{L}\p{N}]/u.test(title))
  const phrases = titles.map((title) => `"${title.replaceAll('"', '""')}"`)
  const named = isIndexed ? 'number IN (SELECT rowid FROM note_words WHERE note_words MATCH @words) AND' : ''
  return raw
    .prepare<[object], { id: string }>(
      `SELECT id FROM notes WHERE ${named} instr(content, '[[') > 0 ORDER BY updated_at DESC, number DESC`,
    )
    .all(isIndexed ? { words: `content : (${phrases.join(' OR ')})` } : {})
    .map(({ id }) => id)
}

/** What links know each note by. */
export function namesOfNotes({
  orm,
}: Database): readonly Pick<Note, 'id' | 'title' | 'formerTitles' | 'updatedAt'>[] {
  const { id, title, formerTitles, updatedAt } = notes
  return orm
    .select({ id, title, formerTitles, updatedAt })
    .from(notes)
    .all()
    .map((row) => ({ ...row, formerTitles: storedTexts.parse(parsedJson(row.formerTitles)) }))
}

/** Every note, one after the other, in the order in which they were made. */
export function* everyNote({ orm }: Database): Generator<Note> {
  const ids = orm.select({ id: notes.id }).from(notes).orderBy(notes.number).all()
  for (const { id } of ids) {
    const row = orm.select().from(notes).where(eq(notes.id, id)).get()
    if (row !== undefined) yield toNote(row)
  }
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

function orderOf(title: string) {
  return sql<string>`order_of_title(${title})`
}

function parseCursor(cursor: string): [string | number, number] {
  const parsed = cursorSchema.safeParse(parsedJson(cursor))
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', say('note.no_cursor'), { field: 'cursor' })
}

function toNote({ titleOrder: _, number: _number, content, ...row }: Row): Note {
  return { ...about(row), content }
}

function toLine({ number: _, beginning, characters, ...row }: LineRow): NoteLine {
  const text = beginning.slice(frontMatterOf(beginning)?.length ?? 0)
  const flat = inOneLine(noteLinksAsShown(text))
  return {
    ...about(row),
    beginning: shortened(flat, shownCharacters),
    characters,
  }
}

function about<R extends Pick<Row, 'tags' | 'outside' | 'formerTitles' | 'createdBy' | 'changedBy'>>(row: R) {
  return {
    ...row,
    tags: storedTexts.parse(parsedJson(row.tags)),
    outside: storedTexts.parse(parsedJson(row.outside)),
    formerTitles: storedTexts.parse(parsedJson(row.formerTitles)),
    createdBy: storedActor.parse(parsedJson(row.createdBy)),
    changedBy: storedActor.parse(parsedJson(row.changedBy)),
  }
}

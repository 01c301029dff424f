import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import type { CompoundStorage } from '../compound/compound-file'
import { type PptRecord, RECORD, recordAt, recordsIn } from './ppt-records'

/** The records of a presentation as they were last saved. */
export interface PptFile {
  readonly document: PptRecord
  /** The record that an object is kept in; null where it is not there. */
  object(persistId: number): PptRecord | null
}

const STREAM = 'PowerPoint Document'
/** Where a presentation that PowerPoint 95 can open too keeps itself for newer versions (MS-PPT, 2.1). */
export const NEWER_FORM = 'PP97_DUALSTORAGE'

/** What the stream of the last user begins with in a presentation with a password (MS-PPT, 2.3.2). */
const PROTECTED_TOKEN = 0xf3d1c4df
const TOKEN_AT = 12
const CURRENT_EDIT_AT = 16

/** Where an edit names the one before, its directory, the document and what unlocks it (MS-PPT, 2.3.3). */
const LAST_EDIT_AT = 8
const DIRECTORY_AT = 12
const DOCUMENT_AT = 16
const EDIT_BYTES = 28

/**
 * Opens a presentation (MS-PPT, 2.1). Each time it is saved, PowerPoint may append what changed, and a directory of where
 * that stands; what was deleted stays in the file and in none of them. Throws `unsupported` for one with a password,
 * `corrupt` where there is no document.
 */
export function openPptFile(root: CompoundStorage): PptFile {
  const storage = root.storage(NEWER_FORM) ?? root
  const stream = storage.stream(STREAM) ?? Buffer.alloc(0)
  const user = storage.stream('Current User') ?? Buffer.alloc(0)
  const isLong = user.length >= CURRENT_EDIT_AT + 4
  if (isLong && user.readUInt32LE(TOKEN_AT) === PROTECTED_TOKEN) throw locked()
  const edit = isLong ? recordAt(stream, user.readUInt32LE(CURRENT_EDIT_AT)) : null
  const last = edit?.type === RECORD.userEditAtom ? edit : lastEdit(stream)
  const saved = last === null ? null : fromEdits(stream, last)
  return saved ?? inOrder(stream)
}

function lastEdit(stream: Buffer): PptRecord | null {
  let last: PptRecord | null = null
  for (const record of recordsIn(stream)) if (record.type === RECORD.userEditAtom) last = record
  return last
}

function fromEdits(stream: Buffer, last: PptRecord): PptFile | null {
  if (last.body.length < EDIT_BYTES) return null
  if (last.body.length >= EDIT_BYTES + 4 && last.body.readUInt32LE(EDIT_BYTES) !== 0) throw locked()
  const places = placesOf(stream, last)
  const at = places.get(last.body.readUInt32LE(DOCUMENT_AT))
  const document = at === undefined ? null : recordAt(stream, at)
  if (document?.type !== RECORD.document) return null
  return fileOf(stream, document, (persistId) => {
    const place = places.get(persistId)
    return place === undefined ? null : recordAt(stream, place)
  })
}

/** Follows the edits from the last one back; what a later one says of an object is true. */
function placesOf(stream: Buffer, last: PptRecord): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  const met = new Set<number>()
  const budget = createBudget(stream)
  for (let edit: PptRecord | null = last; edit !== null; ) {
    if (edit.type !== RECORD.userEditAtom || edit.body.length < EDIT_BYTES) break
    const directory = recordAt(stream, edit.body.readUInt32LE(DIRECTORY_AT))
    if (directory?.type === RECORD.persistDirectoryAtom && budget.take(directory)) {
      readDirectory(directory.body, places)
    }
    const before: number = edit.body.readUInt32LE(LAST_EDIT_AT)
    if (before === 0) return places
    if (met.has(before)) break
    met.add(before)
    edit = recordAt(stream, before)
  }
  // An edit is lost: the directories in the stream tell the rest, the last of them first.
  const directories = [...recordsIn(stream)].filter(({ type }) => type === RECORD.persistDirectoryAtom)
  for (const { body } of directories.reverse()) readDirectory(body, places)
  return places
}

/** Runs of places, each behind its first number and their count (MS-PPT, 2.3.5). */
function readDirectory(body: Buffer, places: Map<number, number>): void {
  for (let at = 0; at + 4 <= body.length; ) {
    const head = body.readUInt32LE(at)
    const first = head & 0xf_ffff
    const count = head >>> 20
    at += 4
    for (let index = 0; index < count && at + 4 <= body.length; index++, at += 4) {
      if (!places.has(first + index)) places.set(first + index, body.readUInt32LE(at))
    }
  }
}

/** Without a directory: the last document of the stream, and its slides and notes in the order in which they stand. */
function inOrder(stream: Buffer): PptFile {
  let document: PptRecord | null = null
  const slides: PptRecord[] = []
  const notes: PptRecord[] = []
  for (const record of recordsIn(stream)) {
    if (record.type === RECORD.document) document = record
    else if (record.type === RECORD.slide) slides.push(record)
    else if (record.type === RECORD.notes) notes.push(record)
  }
  if (document === null) throw new AppError('corrupt', say('document.slides_damaged'))
  const places = new Map<number, PptRecord>()
  const listed: readonly (readonly PptRecord[])[] = [slides, [], notes]
  for (const list of recordsIn(document.body)) {
    if (list.type !== RECORD.slideListWithText) continue
    const objects = listed[list.instance] ?? []
    let next = 0
    for (const { type, body } of recordsIn(list.body)) {
      if (type !== RECORD.slidePersistAtom || body.length < 4) continue
      const object = objects[next++]
      if (object !== undefined) places.set(body.readUInt32LE(0), object)
    }
  }
  return fileOf(stream, document, (persistId) => places.get(persistId) ?? null)
}

function fileOf(stream: Buffer, document: PptRecord, find: (persistId: number) => PptRecord | null): PptFile {
  const budget = createBudget(stream)
  return {
    document,
    object(persistId) {
      const record = find(persistId)
      return record !== null && budget.take(record) ? record : null
    },
  }
}

/** Records that share their bytes could say the same a million times; those of a whole file are no longer than it. */
function createBudget(stream: Buffer): { take(record: PptRecord): boolean } {
  let left = stream.length
  return {
    take({ body }) {
      left -= body.length
      return left >= 0
    },
  }
}

function locked(): AppError {
  return new AppError('unsupported', say('document.protected'))
}

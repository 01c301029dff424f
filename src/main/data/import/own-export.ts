import { AppError } from '../../../shared/errors'
import { type ImportedRecord, importLimits } from './imported'
import { jsonElements } from './json-elements'
import type { LeftOutTally } from './left-out'
import { type IdOfName, parsedRecord, readOwnContact, readOwnTask } from './own-records'
import { recordOf, titleOf } from './plain'
import type { SourceFiles } from './source-files'
import { misplacedTasks } from './task-places'

/** Where our export begins, which has these three at its top; null where it is none. */
export function topOfOwnExport(names: readonly string[]): string | null {
  const settings = names.find((name) => /(?:^|\/)settings\.json$/u.test(name))
  if (settings === undefined) return null
  const top = settings.slice(0, -'settings.json'.length)
  return names.includes(`${top}README.txt`) && names.includes(`${top}activity/audit.json`) ? top : null
}

/** Tells what of our own export has another way in, or none; its lists are there also where nothing is in them. */
export async function leaveOutOthers(files: SourceFiles, top: string, leftOut: LeftOutTally): Promise<void> {
  for (const name of files.names.filter((each) => each.startsWith(top))) {
    const inside = name.slice(top.length)
    if (/^(?:assistants|sequences)\/[^/]+$/u.test(inside)) leftOut.add('records', '')
    if (inside === 'missions.json' && (await holdsAny(files, name))) leftOut.add('records', '')
    if (inside === 'library/documents.jsonl' && (await holdsAny(files, name))) leftOut.add('documents', '')
    if (inside === 'settings.json') leftOut.add('settings', '')
  }
}

/** Whether more stands in a file than an empty list; one that can't be read is taken to have something. */
async function holdsAny(files: SourceFiles, name: string): Promise<boolean> {
  try {
    let start = ''
    for await (const chunk of files.stream(name)) {
      start = `${start}${chunk.toString('latin1')}`.replace(/\s+/gu, '')
      if (start.length > byteOrderMark.length + emptyList.length) return true
    }
    const list = start.startsWith(byteOrderMark) ? start.slice(byteOrderMark.length) : start
    return list !== '' && list !== emptyList
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}

const emptyList = '[]'
/** The mark of UTF-8, byte by byte. */
const byteOrderMark = '\u00ef\u00bb\u00bf'

const readers = { 'contacts.json': readOwnContact, 'tasks.json': readOwnTask } as const

/** The contacts and tasks of our own export; what is damaged is left out by name, and the others come. */
export async function* ownRecords(
  files: SourceFiles,
  top: string,
  leftOut: LeftOutTally,
  stopIfAsked: () => void,
): AsyncGenerator<ImportedRecord> {
  let characters = 0
  for (const [name, read] of Object.entries(readers)) {
    if (!files.names.includes(`${top}${name}`)) continue
    const all = (idOfName: IdOfName) =>
      recordsIn(files, `${top}${name}`, (value, at) => read(value, at, idOfName), stopIfAsked)
    const { places, idOfName } = await overviewOf(all(() => null))
    const { inRing, tooDeep } = misplacedTasks(places)
    const seen = new Set<string>()
    for await (const { record, refused, label } of all(idOfName)) {
      if (record === null) {
        leftOut.add(refused, label)
        continue
      }
      const { key, title } = record
      characters += JSON.stringify(record).length
      if (seen.has(key)) leftOut.add('damaged_records', title)
      else if (inRing.has(key)) leftOut.add('tasks_in_ring', title)
      else if (tooDeep.has(key)) leftOut.add('tasks_too_deep', title)
      else if (characters > importLimits.recordsCharacters) leftOut.add('too_many', title)
      else yield record
      seen.add(key)
    }
  }
}

interface ReadRecord {
  readonly record: ImportedRecord | null
  readonly refused: 'damaged_records' | 'too_long' | 'cut'
  /** What it is called where it can't come. */
  readonly label: string
}

async function* recordsIn(
  files: SourceFiles,
  name: string,
  read: (value: unknown, at: number) => ImportedRecord | null,
  stopIfAsked: () => void,
): AsyncGenerator<ReadRecord> {
  const at = Math.round(await files.changedAt(name))
  let done = 0
  for await (const element of jsonElements(files.stream(name), importLimits.recordBytes)) {
    stopIfAsked()
    const place = `${name}, ${++done}`
    if ('cut' in element) yield { record: null, refused: 'cut', label: name }
    else if (element.bytes === null) yield { record: null, refused: 'too_long', label: place }
    else {
      const value = parsedRecord(element.bytes)
      const about = recordOf(value)
      const label = titleOf(about?.name ?? about?.title) || place
      yield { record: read(value, at), refused: 'damaged_records', label }
    }
  }
}

/** Where each task of a file stands, and which contact is the only one of its name; contacts may hang together in any way. */
async function overviewOf(records: AsyncIterable<ReadRecord>) {
  const places = new Map<string, { readonly parent: string | null; readonly needs: readonly string[] }>()
  const ids = new Map<string, string | null>()
  for await (const { record } of records) {
    if (record === null || places.size >= importLimits.items || ids.size >= importLimits.items) continue
    if (record.kind === 'contact') ids.set(record.title, ids.has(record.title) ? null : record.key)
    else if (!places.has(record.key)) {
      const { parent, needs } = record.data
      places.set(record.key, { parent, needs })
    }
  }
  return { places, idOfName: (name: string) => ids.get(name) ?? null }
}

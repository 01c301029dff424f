import type { PptFile } from './ppt-file'
import { childOf, type PptRecord, RECORD, recordsIn } from './ppt-records'
import { taggedRecords } from './ppt-tags'
import { addToTexts, type PptText } from './ppt-text'

/** A slide as the document lists it. */
export interface ListedSlide {
  /** Null where it is not there. */
  readonly slide: PptRecord | null
  readonly notes: PptRecord | null
  /** The texts that the document keeps for it. */
  readonly texts: readonly PptText[]
}

/** The lists of a document, by their instances (MS-PPT, 2.4.14.3 and 2.4.14.6). */
const SLIDES = 0
const NOTES = 2

/** Where an entry of a list names its object and its own number (MS-PPT, 2.4.14.5); a slide its notes (2.5.10). */
const OBJECT_AT = 0
const NUMBER_AT = 12
const NOTES_AT = 16

type Entry = { readonly object: number; readonly number: number; readonly texts: PptText[] }

/** The slides in the order of the presentation, with their notes. */
export function* listedSlides(file: PptFile): Generator<ListedSlide> {
  const notes = new Map(entriesOf(file.document, NOTES).map(({ number, object }) => [number, object]))
  const slides = entriesOf(file.document, SLIDES)
  addLaterStyles(file.document, slides)
  for (const { object, texts } of slides) {
    const slide = ofType(file.object(object), RECORD.slide)
    const atom = slide === null ? null : childOf(slide, RECORD.slideAtom)
    const number = atom === null || atom.body.length < NOTES_AT + 4 ? 0 : atom.body.readUInt32LE(NOTES_AT)
    const notesObject = notes.get(number)
    yield {
      slide,
      notes: notesObject === undefined ? null : ofType(file.object(notesObject), RECORD.notes),
      texts,
    }
  }
}

/** Each entry is followed by the texts of its object. */
function entriesOf(document: PptRecord, instance: number): readonly Entry[] {
  const entries: Entry[] = []
  for (const list of recordsIn(document.body)) {
    if (list.type !== RECORD.slideListWithText || list.instance !== instance) continue
    for (const record of recordsIn(list.body)) {
      const { type, body } = record
      if (type !== RECORD.slidePersistAtom) {
        const last = entries.at(-1)
        if (last !== undefined) addToTexts(last.texts, record)
      } else if (body.length >= NUMBER_AT + 4) {
        entries.push({
          object: body.readUInt32LE(OBJECT_AT),
          number: body.readUInt32LE(NUMBER_AT),
          texts: [],
        })
      }
    }
  }
  return entries
}

/** The later styles of texts that the document keeps stand apart, by the number of the slide and the type of the text. */
function addLaterStyles(document: PptRecord, slides: readonly Entry[]): void {
  const info = childOf(document, RECORD.documentInfo)
  if (info === null) return
  const left = new Map<string, PptText[]>()
  for (const { number, texts } of slides) {
    // Taken from the end, the first is the first that is told of.
    for (const text of texts.toReversed()) {
      const key = `${number} ${text.type}`
      const same = left.get(key)
      if (same === undefined) left.set(key, [text])
      else same.push(text)
    }
  }
  for (const outline of taggedRecords(info.body, '___PPT9')) {
    if (outline.type !== RECORD.laterOutline) continue
    let text: PptText | undefined
    for (const { type, body } of recordsIn(outline.body)) {
      if (type === RECORD.laterStylesAtom && text !== undefined) text.numbers = body
      if (type === RECORD.laterOutlineHeader && body.length >= 8) {
        text = left.get(`${body.readUInt32LE(0)} ${body.readUInt32LE(4)}`)?.pop()
      }
    }
  }
}

function ofType(record: PptRecord | null, type: number): PptRecord | null {
  return record?.type === type ? record : null
}

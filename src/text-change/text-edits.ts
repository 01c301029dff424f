import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../shared/errors'
import { number } from '../shared/sentences/english'
import { say } from '../shared/sentences/say'
import type { Sentence } from '../shared/sentences/sentence'
import { composeSplices, spliceText, type TextSplice } from '../shared/text/text-splices'

/** One exact replacement. */
export interface TextEdit {
  readonly old_text: string
  readonly new_text: string
  readonly replace_all: boolean
}

/** What edits make of a text. */
export interface EditedText {
  /** In terms of the text before all edits. */
  readonly splices: readonly TextSplice[]
  readonly replacements: number
  /** Characters that were replaced. */
  readonly replacedCharacters: number
}

/** Lines that an error names. */
const NAMED_LINES = 5

/** Places that one call replaces: more than a preview shows, and what memory and the event loop bear. */
const MOST_PLACES = 100_000

/** Characters that a text may have after each edit unless told otherwise: as many as can be edited again. */
const LONGEST_TEXT = 16 * 1024 * 1024

/** A text that is edited, and how errors speak of it. */
export interface EditedSubject {
  readonly text: string
  /** A text that has only CR LF keeps them, whatever the edits are written with. */
  readonly lineEnding: string
  /** In quotes. */
  readonly named: string
  readonly what: 'file' | 'note'
  /** Characters that it may have after each edit. */
  readonly longest?: number
  /** Characters that the text has beside this part of it, at most. */
  readonly beside?: number
  /** What errors quote from outside by naming it; absent where the module says that. */
  readonly sources?: readonly string[]
}

/** Makes the edits one after the other; throws, naming the edit, when one does not fit exactly once. */
export async function editText(subject: EditedSubject, edits: readonly TextEdit[]): Promise<EditedText> {
  const { text: original, lineEnding, named } = subject
  const onlyCrlf = lineEnding === 'crlf'
  let text = original
  let splices: readonly TextSplice[] = []
  let replacements = 0
  let replacedCharacters = 0
  for (const [index, edit] of edits.entries()) {
    // Many edits of a large text take a while; the event loop goes on between them.
    if (index > 0) await nextTurn()
    const place = { edit: index + 1, of: edits.length }
    const which = edits.length === 1 ? 'The edit' : `Edit ${index + 1} of ${edits.length}`
    const wanted = onlyCrlf ? withCrlf(edit) : edit
    if (wanted.old_text === wanted.new_text) {
      const same = `${which} changes nothing: old_text and new_text are the same.`
      throw refusal('invalid_input', same, subject)
    }
    const places = placesOf(text, wanted.old_text)
    if (places.length === 0) throw noMatch(place, edit, text, subject)
    if (places.length > 1 && !edit.replace_all) throw severalMatches(place, places, text, subject)
    // Before anything is made of it: a short call could ask for more than there is memory for.
    requireBounded(
      which,
      text.length + places.length * growthOf(wanted),
      replacements + places.length,
      subject,
    )
    // Neither $ nor & in the new text may mean anything: it is put in place, never a pattern's replacement.
    const step = places.map((start) => ({
      start,
      end: start + wanted.old_text.length,
      text: wanted.new_text,
    }))
    splices = composeSplices(splices, step, text)
    if (index < edits.length - 1) text = spliceText(text, step)
    replacements += places.length
    replacedCharacters += places.length * wanted.old_text.length
  }
  const effective = splices.filter(({ start, end, text: taken }) => original.slice(start, end) !== taken)
  if (effective.length === 0) {
    const same = `All edits together leave ${named} as it is. Nothing was changed.`
    throw refusal('invalid_input', same, subject)
  }
  return { splices: effective, replacements, replacedCharacters }
}

/** Models write line feeds; a file that has only CR LF keeps them. */
function withCrlf(edit: TextEdit): TextEdit {
  const convert = (text: string) => text.replace(/(?<!\r)\n/g, '\r\n')
  return { ...edit, old_text: convert(edit.old_text), new_text: convert(edit.new_text) }
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = []
  let at = text.indexOf(wanted)
  for (; at >= 0 && places.length <= MOST_PLACES; at = text.indexOf(wanted, at + wanted.length))
    places.push(at)
  return places
}

function growthOf({ old_text: old, new_text: young }: TextEdit): number {
  return young.length - old.length
}

function requireBounded(which: string, length: number, replacements: number, subject: EditedSubject): void {
  const { longest = LONGEST_TEXT, beside = 0, named } = subject
  if (replacements <= MOST_PLACES && length + beside <= longest) return
  const most =
    replacements > MOST_PLACES
      ? `replaces more than ${number(MOST_PLACES)} places`
      : `makes it longer than ${number(longest)} characters`
  const much = `${which} of ${named} ${most}, which is too much for one call. Nothing was changed.`
  throw refusal('too_large', much, subject)
}

/** Which edit of how many, from 1. */
interface EditPlace {
  readonly edit: number
  readonly of: number
}

function noMatch(
  place: EditPlace,
  { old_text: wanted }: TextEdit,
  text: string,
  subject: EditedSubject,
): AppError {
  const { named, what } = subject
  const words = squeezed(wanted)
  const spaced = words !== '' && holdsWhole(squeezed(text), words)
  return refusal('invalid_input', say('edit.no_match', { ...place, named, what, spaced }), subject)
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
const inWord = /[\p{L}\p{N}]/u

/** Whether a text has these words, and not only within longer ones. */
function holdsWhole(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + words.length)]
    const begins = inWord.test(before) && inWord.test(words.charAt(0))
    const goesOn = inWord.test(after) && inWord.test(words.charAt(words.length - 1))
    if (!begins && !goesOn) return true
  }
  return false
}

function severalMatches(
  place: EditPlace,
  places: readonly number[],
  text: string,
  subject: EditedSubject,
): AppError {
  const lines = places.slice(0, NAMED_LINES).map((at) => text.slice(0, at).split('\n').length)
  const said = {
    ...{ ...place, named: subject.named },
    places: places.length > MOST_PLACES ? 0 : places.length,
    lines: `${lines.join(', ')}${places.length > NAMED_LINES ? ', …' : ''}`,
  }
  return refusal('invalid_input', say('edit.several_matches', said), subject)
}

function refusal(
  code: 'invalid_input' | 'too_large',
  message: string | Sentence,
  { sources }: Pick<EditedSubject, 'sources'>,
): AppError {
  return new AppError(code, message, { field: 'edits', ...(sources === undefined ? {} : { sources }) })
}

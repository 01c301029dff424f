import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TextFile } from '../../../main/files/text-file'
import { AppError } from '../../../shared/errors'
import { quoted } from '../../../shared/quoted'
import { composeSplices, spliceText, type TextSplice } from '../../../shared/text-splices'

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

/** Characters that a text may have after each edit: as many as can be edited again. */
const LONGEST_TEXT = 16 * 1024 * 1024

/** Makes the edits one after the other; throws, naming the edit, when one does not fit exactly once. */
export async function editText(
  { text: original, lineEnding, path }: Pick<TextFile, 'text' | 'lineEnding' | 'path'>,
  edits: readonly TextEdit[],
): Promise<EditedText> {
  const onlyCrlf = lineEnding === 'crlf'
  let text = original
  let splices: readonly TextSplice[] = []
  let replacements = 0
  let replacedCharacters = 0
  for (const [index, edit] of edits.entries()) {
    // Many edits of a large text take a while; the event loop goes on between them.
    if (index > 0) await nextTurn()
    const which = edits.length === 1 ? 'The edit' : `Edit ${index + 1} of ${edits.length}`
    const wanted = onlyCrlf ? withCrlf(edit) : edit
    if (wanted.old_text === wanted.new_text) {
      throw new AppError('invalid_input', `${which} changes nothing: old_text and new_text are the same.`, {
        field: 'edits',
      })
    }
    const places = placesOf(text, wanted.old_text)
    if (places.length === 0) throw noMatch(which, edit, text, path)
    if (places.length > 1 && !edit.replace_all) throw severalMatches(which, places, text, path)
    // Before anything is made of it: a short call could ask for more than there is memory for.
    requireBounded(which, text.length + places.length * growthOf(wanted), replacements + places.length, path)
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
    throw new AppError(
      'invalid_input',
      `All edits together leave ${quoted(path)} as it is. Nothing was changed.`,
      {
        field: 'edits',
      },
    )
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

function requireBounded(which: string, length: number, replacements: number, path: string): void {
  if (replacements <= MOST_PLACES && length <= LONGEST_TEXT) return
  const most =
    replacements > MOST_PLACES
      ? `replaces more than ${MOST_PLACES.toLocaleString('en')} places`
      : `makes it longer than ${LONGEST_TEXT.toLocaleString('en')} characters`
  throw new AppError(
    'too_large',
    `${which} of ${quoted(path)} ${most}, which is too much for one call. Nothing was changed.`,
    { field: 'edits' },
  )
}

function noMatch(which: string, edit: TextEdit, text: string, path: string): AppError {
  const squeeze = (value: string) => value.replace(/\s+/g, ' ').trim()
  const near = squeeze(edit.old_text) !== '' && squeeze(text).includes(squeeze(edit.old_text))
  const hint = near
    ? 'The same words are there with other spaces or line breaks: copy them exactly.'
    : 'Read the file again and copy old_text from it without line numbers.'
  return new AppError(
    'invalid_input',
    `${which} did not match: its old_text is not in ${quoted(path)}. ${hint} Nothing was changed.`,
    { field: 'edits' },
  )
}

function severalMatches(which: string, places: readonly number[], text: string, path: string): AppError {
  const lines = places.slice(0, NAMED_LINES).map((place) => text.slice(0, place).split('\n').length)
  return new AppError(
    'invalid_input',
    `${which} matched ${places.length > MOST_PLACES ? 'very many' : places.length} places in ${quoted(path)} (lines ${lines.join(', ')}${places.length > NAMED_LINES ? ', …' : ''}). Give more of the text around the one you mean, or set replace_all. Nothing was changed.`,
    { field: 'edits' },
  )
}

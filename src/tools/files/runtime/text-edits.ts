import { AppError } from '../../../shared/errors'
import { quoted } from '../../../shared/quoted'

/** One exact replacement. */
export interface TextEdit {
  readonly old_text: string
  readonly new_text: string
  readonly replace_all: boolean
}

/** What edits made of a text. */
export interface EditedText {
  readonly text: string
  readonly replacements: number
  /** Characters that were replaced. */
  readonly replacedCharacters: number
}

/** Lines that an error names. */
const NAMED_LINES = 5

/** Makes the edits one after the other; throws, naming the edit, when one does not fit exactly once. */
export function editText(original: string, edits: readonly TextEdit[], path: string): EditedText {
  const onlyCrlf = original.includes('\r\n') && !/(?<!\r)\n/.test(original)
  let text = original
  let replacements = 0
  let replacedCharacters = 0
  for (const [index, edit] of edits.entries()) {
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
    // Neither $ nor & in the new text may mean anything.
    text = text.split(wanted.old_text).join(wanted.new_text)
    replacements += places.length
    replacedCharacters += places.length * wanted.old_text.length
  }
  if (text === original) {
    throw new AppError(
      'invalid_input',
      `All edits together leave ${quoted(path)} as it is. Nothing was changed.`,
      {
        field: 'edits',
      },
    )
  }
  return { text, replacements, replacedCharacters }
}

/** Models write line feeds; a file that has only CR LF keeps them. */
function withCrlf(edit: TextEdit): TextEdit {
  const convert = (text: string) => text.replace(/(?<!\r)\n/g, '\r\n')
  return { ...edit, old_text: convert(edit.old_text), new_text: convert(edit.new_text) }
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) places.push(at)
  return places
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
    `${which} matched ${places.length} places in ${quoted(path)} (lines ${lines.join(', ')}${places.length > NAMED_LINES ? ', …' : ''}). Give more of the text around the one you mean, or set replace_all. Nothing was changed.`,
    { field: 'edits' },
  )
}

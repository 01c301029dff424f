import { layOutJson, withoutEscapes } from '../../shared/json/json-layout'
import { startOf } from '../../shared/text/start-of'
import type { ForeignState } from '../../shared/tool/foreign-state'
import type { Picture } from '../../shared/tool/picture'
import type { Pictures } from '../pictures/service'

/** Characters of an answer from elsewhere that are kept to be shown. */
export const KEPT_TEXT_CHARACTERS = 1_000_000
/** Characters of it that a model is given, as of a web page. */
const MODEL_TEXT_CHARACTERS = 60_000
/** Characters of what a server says in an error. */
export const ERROR_CHARACTERS = 2000

/** Levels of data from elsewhere that anyone reads. */
const LEVELS = 100

/** JSON from elsewhere, laid out for reading; null for what lies too deep or is too long. Throws where it is no JSON. */
export function laidOutJson(json: string): string | null {
  return layOutJson(json, { levels: LEVELS, characters: KEPT_TEXT_CHARACTERS, string: withoutEscapes })
}

/** The beginning of data from elsewhere, laid out for reading; null for what lies too deep. */
export function laidOutData(data: unknown): string | null {
  try {
    const layout = { levels: LEVELS, cutAt: KEPT_TEXT_CHARACTERS, string: withoutEscapes }
    return layOutJson(JSON.stringify(data), layout)
  } catch {
    // What lies thousands of levels deep can't even be written.
    return null
  }
}

/** What a model is told of an answer; never empty. */
export function toldToModel({
  text,
  structured,
  rounded = false,
  links,
  not_taken: notTaken,
  pictures,
}: ForeignState): string {
  // Servers are asked to say in their text what they say in the structure too; one that does not is told by it.
  const byStructure = text.trim() === '' && structured !== null
  const said = byStructure ? structured : text
  const shown = startOf(said, MODEL_TEXT_CHARACTERS)
  const parts = [
    shown,
    ...(shown.length < said.length ? [`[${said.length - shown.length} more characters are left out]`] : []),
    ...(byStructure && rounded
      ? ['[Whole numbers of 16 digits or more in this may be rounded: use none of them as an id]']
      : []),
    ...links.map(({ name, uri }) => `[It refers to ${JSON.stringify(name)}: ${JSON.stringify(uri)}]`),
    ...notTaken.map(
      ({ kind, bytes }) => `[It also sent ${bytes} bytes of ${JSON.stringify(kind)}, which were not taken]`,
    ),
  ].filter((part) => part.trim() !== '')
  if (parts.length > 0) return parts.join('\n')
  return pictures > 0 ? 'It answered with pictures alone.' : 'It answered without any content.'
}

/** A picture as models are given it; null for what is none, or none that can be drawn. */
export async function drawnPicture(
  bytes: Buffer,
  pictures: Pick<Pictures, 'forModel'>,
  signal: AbortSignal,
): Promise<Picture | null> {
  try {
    return (await pictures.forModel(bytes, signal)).picture
  } catch {
    signal.throwIfAborted()
    return null
  }
}

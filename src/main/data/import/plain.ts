import { dayMs } from '../../../shared/durations'
import { isRecord } from '../../../shared/json/is-record'
import { oneLine } from '../../../shared/text/one-line'
import { startOf } from '../../../shared/text/start-of'

/** Longest title of a conversation (characters). */
const titleCharacters = 200
/** A whole message may stand for its title: so much of it is looked at (characters). */
const looked = 2000
/** The span in which other programs can have written something (milliseconds since 1970): from 1990 to a day ahead. */
const firstMoment = Date.UTC(1990)

/** A value of a foreign file as an object; null for everything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(value) ? value : null
}

/** The same as a list; empty for everything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Control characters of ASCII, but for tabs and line ends. */
const noTextCharacters = /[\p{Cc}--[\t\n\r\u0080-\u009f]]/gv

/** The same as whole Unicode text without what no text has; empty for everything else. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value.toWellFormed().replace(/\r\n?/g, '\n').replace(noTextCharacters, '')
}

/** A title as every title here is: in one line, of characters that can be seen, short enough for lists. */
export function titleOf(value: unknown): string {
  return startOf(oneLine(startOf(textOf(value), looked)), titleCharacters).trim()
}

/** Milliseconds since 1970 of seconds since then or of a written moment; null where neither makes sense. */
export function momentOf(value: unknown): number | null {
  const at =
    typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return at >= firstMoment && at <= Date.now() + dayMs ? Math.round(at) : null
}

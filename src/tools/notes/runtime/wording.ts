import { person } from '../../../shared/actor'
import { noteLimits } from '../../../shared/contract/notes'
import { counted, inQuotes } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { SpokenTarget } from '../../../shared/tool/preview'
import type { ToolContext } from '../../../shared/tool/runtime'
import { lineCount } from '../../../text-change/text-diff'
import type { PlannedFields } from '../module/schemas'
import { noteError } from './whence'

/** Bytes of a text as it is stored. */
export function textBytes(text: string): number {
  return Buffer.byteLength(text)
}

/** A note as a target of a change. */
export function noteTarget(id: string, { title, content }: PlannedFields): SpokenTarget {
  const detail = say('notes.extent', { lines: lineCount(content) })
  return { kind: 'record', label: title, reference: id, size: textBytes(content), detail }
}

/** Who writes; where nobody is named it is the person, who is the only one to call a tool without a run. */
export function writerOf({ actor = person }: Pick<ToolContext, 'actor'>): typeof person {
  return actor
}

/** A text as notes keep it: lines end alike on every system, and what no file could hold is left out. */
export function noteText(given: string): string {
  return given.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed()
}

/** Throws `too_large` where a note would be longer than notes may be. */
export function requireLength({ title, content, outside }: PlannedFields, field: string): void {
  const limit = noteLimits.content
  if (content.length <= limit) return
  const long = say('note.too_long', { title, count: content.length, limit })
  throw noteError('too_large', long, [{ outside }], field)
}

/** What a note is, for a model. */
export function extentText({ content }: Pick<PlannedFields, 'content'>): string {
  return content === '' ? 'empty' : counted(lineCount(content), 'line')
}

/** `“Title” (id)`. */
export function namedForModel(id: string, { title }: Pick<PlannedFields, 'title'>): string {
  return `${inQuotes(title)} (${id})`
}

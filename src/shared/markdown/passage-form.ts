import { inOneLine } from './one-line'

/** What a passage is written in: Markdown that its author wrote, Markdown written from another format, or neither. */
export type PassageForm = 'markdown' | 'written_anew' | 'plain'

/** The form of a passage of one document, by the ids of those whose text is no Markdown or was written anew. */
export function passageForm(
  documentId: string,
  asWritten: ReadonlySet<string>,
  writtenAnew: ReadonlySet<string>,
): PassageForm {
  return asWritten.has(documentId) ? 'plain' : writtenAnew.has(documentId) ? 'written_anew' : 'markdown'
}

/** A passage in one line, for lists: of Markdown its words, of what is none the text as it is. */
export function passageInOneLine(text: string, form: PassageForm): string {
  return form === 'plain' ? asIs(text) : inOneLine(text, form === 'markdown' ? 'html' : 'words')
}

/** A text in one line, with its signs as they are. */
export function asIs(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

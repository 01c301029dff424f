import type { Document } from '../../../shared/contract/document'
import type { ToolInfo } from '../../../shared/contract/tools'
import { takesDocuments, titleOrId } from '../../app/document-fields'
import type { Titled } from '../../stores/titled-documents'

/** What is typed of a document's title after the name of a tool that is called with one. */
export interface SlashDocument {
  /** Where it begins in the text. */
  readonly start: number
  readonly words: string
}

/** Finds a tool by what it is called with. */
type ToolNamed = (name: string) => ToolInfo | undefined

/** A call that names a document first, with what follows it. */
const call = /^(\/(\w+)[ \t]+)("?)([^\n"]*?)\3((?:\s+[a-z_]\w*=[\s\S]*)?)$/

/** What is typed of a document before the caret at the end of a call; null elsewhere. */
export function slashDocument(text: string, caret: number, toolNamed: ToolNamed): SlashDocument | null {
  const [, before = '', name = '', quote, words = '', rest] = call.exec(text) ?? []
  if (caret !== text.length || quote !== '' || rest !== '' || !namesDocument(toolNamed(name))) return null
  return { start: before.length, words }
}

/** What a call is written with for a document: its title where that says which one it is, else its id. */
export function writtenAs(document: Document, found: readonly Document[]): string {
  const written = titleOrId(document, found)
  // What reads like another field, or like JSON, would not be taken for a title.
  return /["\n{]|\w=/.test(written) ? document.id : written
}

/** The text of a call with the id of the document that it names by its title; as it is where it names none. */
export async function withDocumentId(
  text: string,
  toolNamed: ToolNamed,
  documentTitled: (title: string) => Promise<Titled>,
): Promise<string> {
  const [, before = '', name = '', , words = '', rest = ''] = call.exec(text.trim()) ?? []
  if (!namesDocument(toolNamed(name))) return text
  const titled = await documentTitled(words)
  return 'id' in titled ? `${before}${titled.id}${rest}` : text
}

/** Whether a text is a call that names a document first: its title is to be looked up before it is sent. */
export function callsWithDocument(text: string, toolNamed: ToolNamed): boolean {
  return namesDocument(toolNamed(call.exec(text.trim())?.[2] ?? ''))
}

function namesDocument(tool: ToolInfo | undefined): boolean {
  return tool?.primary === 'doc_id' && takesDocuments(tool, tool.primary)
}

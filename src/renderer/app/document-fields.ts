import type { Document } from '../../shared/contract/document'
import type { ToolInfo } from '../../shared/contract/tools'

/** What the own tools call the id of a document, and several; another program's may mean anything by it. */
const documentFields: ReadonlySet<string> = new Set(['doc_id', 'doc_ids'])

/** Whether a field of a tool takes ids of documents, which people know by their titles. */
export function takesDocuments(tool: Pick<ToolInfo, 'foreign'>, field: string): boolean {
  return tool.foreign !== true && documentFields.has(field)
}

/** Whether a document is called so, in any case of letters. */
export function hasTitle({ title }: Pick<Document, 'title'>, words: string): boolean {
  return title.trim().toLowerCase() === words.trim().toLowerCase()
}

/** What a document is written with among others: its title where none of them has the same, else its id. */
export function titleOrId({ id, title }: Document, among: readonly Document[]): string {
  return among.filter((other) => hasTitle(other, title)).length === 1 ? title : id
}

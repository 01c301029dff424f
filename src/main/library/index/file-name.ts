import { extname } from 'node:path'

const caseChange = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
const nameInFolder = /[/\\]([^/\\]+)$/
const address = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * The name of a document's file as text, without its extension, words apart where letters change case; empty for what
 * comes from no file.
 */
export function fileNameText(source: string): string {
  if (address.test(source)) return ''
  const name = nameInFolder.exec(source)?.[1] ?? ''
  return name.slice(0, name.length - extname(name).length).replace(caseChange, ' ')
}

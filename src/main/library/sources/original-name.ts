import { extname } from 'node:path'
import { safeName, splitEnding } from '../../files/safe-name'
import { nameOfSource } from './source-name'

/** What a document's original is called as a file: as it was; where that says nothing, by its title; else as given. */
export function originalName(
  document: { readonly source: string; readonly title: string; readonly mime: string },
  otherwise: string,
): string {
  const { source, title, mime } = document
  const name = safeName(nameOfSource(source)) || safeName(title) || otherwise
  const isPage = mime === 'text/html' && !/^\.x?html?$/i.test(extname(name))
  const [stem, ending] = splitEnding(name)
  return isPage ? `${name}.html` : `${stem}${ending}`
}

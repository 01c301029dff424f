import { ownValue } from '../../shared/own-value'
import { libraryText } from './library'

/** What people call a MIME type; nothing while it is not known. */
export function typeName(mime: string): string {
  const names: Readonly<Record<string, string>> = libraryText().types
  if (mime === 'application/octet-stream') return ''
  return ownValue(names, mime) ?? mime
}

import { nameOrder } from '../../shared/formatters'
import { ownValue } from '../../shared/json/own-value'
import { currentLocale } from './language'
import { libraryText } from './library'

/** What people call a MIME type; nothing while it is not known. */
export function typeName(mime: string): string {
  const names: Readonly<Record<string, string>> = libraryText().types
  if (mime === 'application/octet-stream') return ''
  return ownValue(names, mime) ?? mime
}

/** MIME types in the order of what people call them. */
export function byTypeName<Of extends { readonly type: string }>(types: readonly Of[]): readonly Of[] {
  const order = nameOrder(currentLocale())
  return types.toSorted((a, b) => order.compare(typeName(a.type), typeName(b.type)))
}

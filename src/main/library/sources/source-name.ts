import { basename } from 'node:path'
import { percentDecoded } from '../../../shared/web/percent-decoded'
import { isWebAddress } from '../../../shared/web/web-address'

/** What the file is called that a document was made from; of a page the last part of its address, or its host. */
export function nameOfSource(source: string): string {
  if (!isWebAddress(source) || !URL.canParse(source)) return basename(source)
  const { pathname, hostname } = new URL(source)
  const last = pathname.split('/').findLast((part) => part !== '')
  return last === undefined ? hostname : percentDecoded(last)
}

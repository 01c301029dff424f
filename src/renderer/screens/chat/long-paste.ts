import { pastedTextLimit } from '../../../shared/contract/library'

/** From so many characters on a pasted text is rather a document than words of a message. */
const longFrom = 2000

/** What was pasted, as the message box has it, where it is long and the library would take it; else null. */
export function longPaste(clipboard: Pick<DataTransfer, 'getData'>): string | null {
  const pasted = clipboard.getData('text/plain').replace(/\r\n?/g, '\n')
  return pasted.length >= longFrom && pasted.length <= pastedTextLimit ? pasted : null
}

import type { Candidate } from '../../../main/library/sources/candidates'
import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import type { ChangePreview } from '../../../shared/tool/preview'
import { COMPARED_BYTES, diffTexts, textChange } from '../../../text-change/text-diff'

/** Files of one change whose lines are compared: more are told by their sizes, as all that is no plain text is. */
const COMPARED_TOGETHER = 20

type Comparing = Pick<LibraryToolService, 'shownPath' | 'renewedTexts'>

/** A file that is the new content of a document. */
export interface Renewal {
  readonly document: Pick<Document, 'id' | 'size'>
  readonly file: Candidate
}

/** What a new content changes: line by line where both are plain text, else by its sizes. */
export async function renewalChange(library: Comparing, { document, file }: Renewal): Promise<ChangePreview> {
  const texts = await library.renewedTexts(document.id, file)
  const shown = texts === null ? null : diffTexts(texts.before, texts.after)
  // Line ends or the encoding alone: there are no lines to show.
  return shown === null || shown.hunks.length === 0
    ? sizesOf(library, { document, file })
    : textChange(library.shownPath(file.source), shown)
}

/** The same of several, by the paths of their files: as many are compared as one text may have. */
export async function renewalChanges(
  library: Comparing,
  renewals: readonly Renewal[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ChangePreview>> {
  const changes = new Map<string, ChangePreview>()
  let bytes = 0
  for (const renewal of renewals) {
    const { document, file } = renewal
    signal.throwIfAborted()
    bytes += Math.max(document.size, file.size)
    const isCompared = changes.size < COMPARED_TOGETHER && bytes <= COMPARED_BYTES
    changes.set(file.source, isCompared ? await renewalChange(library, renewal) : sizesOf(library, renewal))
  }
  return changes
}

function sizesOf(
  library: Comparing,
  { document: { size: sizeBefore }, file: { source, size: sizeAfter } }: Renewal,
): ChangePreview {
  return { kind: 'binary', label: library.shownPath(source), sizeBefore, sizeAfter }
}

/** Whether a difference is told in part. */
export function isCut(change: ChangePreview): boolean {
  return change.kind === 'text' && change.truncated === true
}

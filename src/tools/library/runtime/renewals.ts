import type { Candidate } from '../../../main/library/sources/candidates'
import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import { say } from '../../../shared/sentences/say'
import type { Raise } from '../../../shared/tool/preview'
import type { DocumentsInverse, PlannedRenewal } from '../module'
import { eachInTurn } from './batch'
import { toVersion } from './versions'

/**
 * The document that a file is the new version of: the one that a person said, where it is in the collection, else the one
 * that was made from the file at this path. Null where there is none.
 */
export function renewedBy(
  library: LibraryToolService,
  { source, versionOf }: Pick<Candidate, 'source' | 'versionOf'>,
  collectionId: string,
): Document | null {
  if (versionOf === undefined) return library.documentFromSource(source, collectionId)
  if (!library.isThere(versionOf)) return null
  const named = library.document(versionOf)
  return named.collectionId === collectionId ? named : null
}

/** What a plan tells the document by whose content is to be read anew. */
export function renewalShown(
  { id, title, sha256 }: Document,
  { versionOf }: Pick<Candidate, 'versionOf'>,
): PlannedRenewal {
  return { document_id: id, title, sha256, ...(versionOf === undefined ? {} : { named: true }) }
}

/** Whether it is another content than its document has: what failed with the same one is read again and is no new version. */
export function isNewVersion({
  renews,
  sha256,
}: {
  readonly renews?: PlannedRenewal | undefined
  readonly sha256: string
}): boolean {
  return renews !== undefined && renews.sha256 !== sha256
}

/** The document that a person said, as a plan keeps it. */
export function namedIn(shown: PlannedRenewal | undefined): string | undefined {
  return shown?.named === true ? shown.document_id : undefined
}

/** Whether a file is, with the content that that has, the document as which it was shown, or none. */
export function isRenewalAsShown(shown: PlannedRenewal | undefined, now: Document | null): boolean {
  return now?.id === shown?.document_id && now?.sha256 === shown?.sha256
}

/** What raises a plan with new contents: adding alone takes nothing's place. */
export function raisedByRenewals(renewed: number): { readonly raise?: Raise } {
  return renewed === 0
    ? {}
    : { raise: { class: 'safe_update', reason: say('adding.renews', { count: renewed }) } }
}

/** A file whose content is to take the place of a document's. */
export interface Renewing {
  readonly source: string
  readonly size: number
  readonly sha256: string
  readonly renews: PlannedRenewal
}

/** What is to be taken in, and what undoes it: what was never read leaves nothing to come back to. */
export async function renewing(
  library: LibraryToolService,
  files: readonly Renewing[],
): Promise<{
  readonly versions: NonNullable<DocumentsInverse['versions']>
  take(): Promise<void>
}> {
  const all = await eachInTurn(
    files,
    ({ source: path, size, sha256: to, renews: { document_id: documentId, sha256: from, named } }) => {
      const inPlace = !library.batches.hasBeenRead(documentId)
      const elsewhere = named === true
      return { documentId, versionId: library.newId(), from, to, inPlace, size, path, elsewhere }
    },
  )
  return {
    versions: all.filter(({ inPlace }) => !inPlace).map((each) => ({ ...toVersion(each), present: false })),
    take: () =>
      library.batches.take(all.map((version) => ({ kind: 'changed' as const, version, beside() {} }))),
  }
}

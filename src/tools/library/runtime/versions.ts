import type { DocumentVersion, LibraryToolService } from '../../../main/library/tool-service'
import type { UndoComparison, UndoItem } from '../../../shared/contract/undo-choices'
import { recordObstacle } from '../../../shared/tool/record-fields'
import type { ChosenFor } from '../../../shared/tool/runtime'
import type { DocumentsInverse } from '../module'
import { presenceConflict } from './presence'

type PlannedVersion = NonNullable<DocumentsInverse['versions']>[number]

/** A version as inverses keep it. */
export function toVersion({ documentId, versionId, from, to }: DocumentVersion) {
  return { document_id: documentId, version_id: versionId, from, to }
}

/** The same as the library has it. */
export function fromVersion({
  document_id,
  version_id,
  from,
  to,
}: ReturnType<typeof toVersion>): DocumentVersion {
  return { documentId: document_id, versionId: version_id, from, to }
}

/** A document's title; its id where it is not in the library. */
export function titleOf(library: LibraryToolService, id: string): string {
  return library.isThere(id) ? library.document(id).title : id
}

/** Whether a document has the content already that it is to have, and no other is on its way. */
export function isVersionSettled(library: LibraryToolService, version: PlannedVersion): boolean {
  const { document_id: id, present, from, to } = version
  if (library.batches.versionObstacle(fromVersion(version), present) === null) return false
  return library.isThere(id) && library.document(id).sha256 === (present ? to : from)
}

/** What keeps a document from having its former content again, or the new one. */
export function versionObstacle(library: LibraryToolService, version: PlannedVersion): UndoComparison | null {
  const { document_id: reference, present } = version
  if (isVersionSettled(library, version)) return null
  if (library.batches.versionObstacle(fromVersion(version), present) === null) return null
  return recordObstacle({ label: titleOf(library, reference), reference, obstacle: 'changed' })
}

/** The version by what was chosen for its document; null where that is kept. Throws `conflict` where nothing was. */
export function settledVersion(
  library: LibraryToolService,
  version: PlannedVersion,
  chosen: ChosenFor,
): PlannedVersion | null {
  const found = versionObstacle(library, version)
  if (found === null) return version
  if (chosen(found.reference) === 'keep') return null
  throw presenceConflict(found)
}

/** Gives documents their former contents again, or the new ones. */
export async function applyVersions(
  library: LibraryToolService,
  versions: readonly PlannedVersion[],
  rollback: boolean,
): Promise<void> {
  for (const present of [false, true]) {
    const known = versions.filter((version) => version.present === present).map(fromVersion)
    // A crash may have come before the new content did.
    const standing = rollback
      ? known.filter((version) => library.batches.versionObstacle(version, present) === null)
      : known
    if (standing.length > 0) await library.batches.setVersions(standing, present)
  }
}

/** One document of many that got a new content, which can be taken back by itself. */
export function versionItem(library: LibraryToolService, version: PlannedVersion): UndoItem[] {
  const { document_id: reference } = version
  const known = library.knownAs(reference)
  if (known === null) return []
  const detail = library.shownPath(known.source)
  const target = { kind: 'document' as const, label: known.title, reference, detail }
  return [{ target, undone: isVersionSettled(library, version) }]
}

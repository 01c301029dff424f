import type { LibraryToolService } from '../../../main/library/tool-service'
import type { UndoComparison, UndoItem } from '../../../shared/contract/undo-choices'
import { counted } from '../../../shared/sentences/english'
import type { ChosenFor, EffectContext, Reverted } from '../../../shared/tool/runtime'
import type { DocumentPresence, DocumentsInverse, PagesInverse } from '../module'
import { eachInTurn, eachTogether, rebaseEach } from './batch'
import {
  applyPresence,
  documentsBack,
  inverseOfPresence,
  presenceConflict,
  presenceObstacle,
  requireStillKept,
  settledPresence,
} from './presence'
import { applyVersions, isVersionSettled, settledVersion, versionItem, versionObstacle } from './versions'

/** Also as former versions wrote it of pages. */
type Inverse = DocumentsInverse | PagesInverse

interface UndoTogether {
  revert(inverse: Inverse, context: EffectContext<DocumentsInverse>): Promise<Reverted>
  broughtBack(inverse: Inverse): string[]
  items(inverse: Inverse): Promise<UndoItem[]>
  onlyItems(inverse: Inverse, references: ReadonlySet<string>): DocumentsInverse
  compare(inverse: Inverse): Promise<UndoComparison[]>
  rebase(inverse: Inverse, chosen: ChosenFor): Promise<DocumentsInverse | null>
}

/** Undoes what came or went together, new documents and new contents of others: all of it or none. */
export function undoDocuments(library: LibraryToolService): UndoTogether {
  return {
    async revert(inverse, { journal, rollback }) {
      const { documents: all, versions: allVersions = [] } = asDocuments(inverse)
      // What came or went by itself since stays as it is, also when this is undone.
      const documents = await without(all, (each) => isSettled(library, each))
      const versions = await without(allVersions, (each) => isVersionSettled(library, each))
      const back = await eachInTurn(documents, (each) => {
        if (!rollback) requireStillKept(library, each)
        const found = rollback ? null : presenceObstacle(library, each)
        if (found !== null) throw presenceConflict(found)
        return inverseOfPresence(library, each)
      })
      await eachInTurn(rollback ? [] : versions, (each) => {
        const found = versionObstacle(library, each)
        if (found !== null) throw presenceConflict(found)
      })
      journal({
        documents: back,
        ...(versions.length > 0 && {
          versions: versions.map((each) => ({ ...each, present: !each.present })),
        }),
      })
      await library.together(documents, (each) => {
        // Others had their turn since. What came back just now is no duplicate that keeps the next from coming back.
        const found = rollback ? null : presenceObstacle(library, each)
        if (found !== null && found.obstacle !== 'duplicate') throw presenceConflict(found)
        applyPresence(library, each)
      })
      await applyVersions(library, versions, rollback === true)
      const isBack = all[0]?.present ?? allVersions[0]?.present ?? false
      return { content: whatBecame(documents.length, versions.length, isBack) }
    },
    broughtBack(inverse) {
      const { documents, versions = [] } = asDocuments(inverse)
      // While the new documents can go, there is something to undo also where the former contents are gone.
      if (documents.some(({ present }) => !present)) return documents.flatMap(documentsBack)
      return [...documents.flatMap(documentsBack), ...versions.map(({ version_id }) => version_id)]
    },
    async items(inverse) {
      const { documents, versions = [] } = asDocuments(inverse)
      const look = <Each>(each: readonly Each[], item: (one: Each) => UndoItem[]) =>
        eachTogether(each, (some) => library.inSnapshot(() => some.flatMap(item)))
      return [
        ...(await look(documents, (each) => itemOf(library, each))),
        ...(await look(versions, (each) => versionItem(library, each))),
      ]
    },
    onlyItems(inverse, references) {
      const { documents, versions } = asDocuments(inverse)
      const isMeant = ({ document_id: id }: { readonly document_id: string | null }) =>
        id !== null && references.has(id)
      return {
        documents: documents.filter(isMeant),
        ...(versions && { versions: versions.filter(isMeant) }),
      }
    },
    async compare(inverse) {
      const { documents, versions = [] } = asDocuments(inverse)
      const found = [
        ...(await eachInTurn(documents, (each) => presenceObstacle(library, each))),
        ...(await eachInTurn(versions, (each) => versionObstacle(library, each))),
      ]
      return found.filter((each) => each !== null)
    },
    async rebase(inverse, chosen) {
      const { documents, versions } = asDocuments(inverse)
      const rebased = await rebaseEach<DocumentPresence>(
        documents,
        (each) => settledPresence(library, each, chosen),
        chosen,
      )
      if (versions === undefined) return rebased
      const settled = await eachInTurn(versions, (each) => settledVersion(library, each, chosen))
      const kept = settled.filter((each) => each !== null)
      return rebased === null && kept.length === 0 ? null : { documents: [], ...rebased, versions: kept }
    },
  }
}

async function without<Each>(all: readonly Each[], isLeftOut: (each: Each) => boolean): Promise<Each[]> {
  const leftOut = await eachInTurn(all, isLeftOut)
  return all.filter((_, place) => leftOut[place] !== true)
}

function asDocuments(inverse: Inverse): DocumentsInverse {
  if ('documents' in inverse) return inverse
  const { present, added, versions, settled } = inverse
  return {
    documents: added.map((each) => ({ ...each, present, ...(settled !== undefined && { settled }) })),
    versions: versions.map((each) => ({ ...each, present })),
  }
}

function whatBecame(documents: number, versions: number, back: boolean): string {
  const are = (count: number) => `${counted(count, 'document')} ${count === 1 ? 'is' : 'are'}`
  const have = `${counted(versions, 'document')} ${versions === 1 ? 'has' : 'have'}`
  return [
    ...(documents > 0 || versions === 0
      ? [`${are(documents)} ${back ? 'back in the library' : 'deleted again'}.`]
      : []),
    ...(versions > 0 ? [`${have} the ${back ? 'new' : 'former'} content again.`] : []),
  ].join(' ')
}
/** Whether a document is there, or gone, as undoing would have it, and nothing else is to be done with it. */
function isSettled(
  library: LibraryToolService,
  { document_id: id, present, swap, into }: DocumentPresence,
): boolean {
  return id !== null && swap === undefined && into === undefined && library.isPresent(id) === present
}

function itemOf(
  library: LibraryToolService,
  { document_id: id, present, was }: DocumentPresence,
): UndoItem[] {
  if (id === null) return []
  const isThere = library.isPresent(id)
  const { title: label, source } = library.knownAs(id) ?? { title: was?.title ?? id, source: '' }
  const detail = library.shownPath(source)
  const target = { kind: 'document' as const, label, reference: id, ...(detail === '' ? {} : { detail }) }
  return [{ target, undone: isThere === present || (isThere === null && !present) }]
}

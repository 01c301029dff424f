import type { LibraryToolService } from '../../../main/library/tool-service'
import type { UndoComparison } from '../../../shared/contract/undo-choices'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { fieldsBetween, recordObstacle, same } from '../../../shared/tool/record-fields'
import type { CollectionPresence } from '../module'
import type { LibraryTool } from '../runtime'
import { goneForGood, requireKept } from './presence'

type Undo = Pick<LibraryTool<'delete_collection'>, 'revert' | 'broughtBack' | 'compare' | 'rebase'>

/** What of a collection a tool may change. */
export type CollectionFields = { name: string; description: string }

/** See {@link CollectionFields}. */
export function fieldsOf({ name, description }: CollectionFields): CollectionFields {
  return { name, description }
}

/** Undoes the arrival or the removal of a collection; also when it never happened. */
export function undoCollectionPresence(library: LibraryToolService): Undo {
  return {
    async revert(inverse, { journal, rollback }) {
      const { collection_id, name, present, was } = inverse
      if (!rollback) requireKept(library, documentsIn(inverse), () => name)
      const found = rollback ? null : obstacleOf(library, inverse)
      if (found !== null) throw conflict(found)
      const isThere = library.isCollectionPresent(collection_id)
      if (present && isThere === null && !rollback) throw goneForGood(name)
      const now = isThere === true ? library.collection(collection_id) : null
      const asItIs =
        now === null
          ? was && { ...was, name }
          : { ...fieldsOf(now), documents: [...library.documentIds(collection_id)] }
      // The name as it is now is the one to come back under.
      journal({
        collection_id,
        name: now?.name ?? name,
        present: !present,
        ...(asItIs === undefined ? {} : { was: asItIs }),
      })
      if (isThere === null)
        return { content: 'The collection had not been made, so there was nothing to take back.' }
      library.setCollectionPresent(collection_id, name, present)
      return {
        content: present
          ? `The collection “${name}” is back with all that was in it.`
          : `The collection “${name}” was removed.`,
      }
    },
    broughtBack: documentsIn,
    async compare(inverse) {
      const found = obstacleOf(library, inverse)
      return found === null ? [] : [found]
    },
    async rebase(inverse, chosen) {
      const found = obstacleOf(library, inverse)
      if (found === null) return inverse
      const choice = chosen(found.reference)
      if (choice === 'keep') return null
      if (choice === null || !found.choices.includes(choice)) throw conflict(found)
      return choice === 'beside'
        ? { ...inverse, name: freeName(library, inverse.name) }
        : { ...inverse, settled: true }
    },
  }
}

/** What comes back in a collection: without it an empty one would. */
function documentsIn({ present, was }: CollectionPresence): readonly string[] {
  return present ? (was?.documents ?? []) : []
}

function obstacleOf(library: LibraryToolService, inverse: CollectionPresence): UndoComparison | null {
  const { collection_id: reference, name, present, was, settled } = inverse
  const isThere = library.isCollectionPresent(reference)
  if (present) {
    if (isThere !== false || !isNameTaken(library, name, reference)) return null
    return recordObstacle(
      { label: name, reference, obstacle: 'name_taken' },
      { choices: ['keep', 'beside'], beside: freeName(library, name) },
    )
  }
  if (isThere !== true || settled === true) return null
  const now = library.collection(reference)
  const known = new Set(was?.documents)
  const added = library.documentIds(reference).filter((id) => !known.has(id))
  const changed = was !== undefined && !same(fieldsOf(now), { name: was.name, description: was.description })
  if (added.length === 0 && !changed) return null
  const fields =
    was === undefined ? [] : fieldsBetween(fieldsOf(now), { name: was.name, description: was.description })
  const documents = {
    name: 'documents',
    theirs: added.map((id) => library.document(id).title).join('\n'),
    restored: '',
  }
  return recordObstacle(
    { label: now.name, reference, obstacle: added.length > 0 ? 'filled' : 'changed' },
    { choices: ['keep', 'replace'], fields: added.length > 0 ? [...fields, documents] : fields },
  )
}

/** Whether another collection has this name, whatever its case. */
export function isNameTaken(library: LibraryToolService, name: string, except: string | null): boolean {
  try {
    library.refuseTakenName(name, except)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'already_exists') return true
    throw error
  }
}

/** Throws `conflict` where another collection has taken the name since. */
export function refuseNameTakenSince(library: LibraryToolService, name: string, except: string | null): void {
  if (!isNameTaken(library, name, except)) return
  throw new AppError('conflict', say('collection.name_taken_now', { name }))
}

/** `Sea (restored)`, or the first of its kind that is free. */
export function freeName(library: LibraryToolService, name: string): string {
  for (let number = 1; ; number++) {
    const candidate = `${name} (restored${number === 1 ? '' : ` ${number}`})`
    if (!isNameTaken(library, candidate, null)) return candidate
  }
}

/** Says in one sentence what keeps a collection from being as it was. */
export function conflict({ label: name, obstacle, fields }: UndoComparison): AppError {
  const count = fields.find((field) => field.name === 'documents')?.theirs?.split('\n').length ?? 0
  const why =
    obstacle === 'gone'
      ? say('collection.gone', { name })
      : obstacle === 'name_taken'
        ? say('collection.name_taken_back')
        : obstacle === 'filled'
          ? say('collection.filled', { name, count })
          : say('collection.changed_again', { name })
  return new AppError('conflict', why)
}

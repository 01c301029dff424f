import type { LibraryToolService } from '../../../main/library/tool-service'
import { AppError } from '../../../shared/errors'

/** What an input of this module may name by its id. */
interface Named {
  readonly doc_id?: string | undefined
  readonly collection_id?: string | undefined
}

/** Says what the document and the collection of an input are called, by field; what is not there is left out. */
export function namesIn({
  document,
  collection,
}: {
  document(id: string): { readonly title: string }
  collection?: (id: string) => Pick<ReturnType<LibraryToolService['collection']>, 'name'>
}): (input: Named) => Readonly<Record<string, string>> {
  return ({ doc_id, collection_id }) => ({
    ...named('doc_id', doc_id, (id) => document(id).title),
    ...named('collection_id', collection_id, (id) => collection?.(id).name),
  })
}

function named(field: string, id: string | undefined, nameOf: (id: string) => string | undefined) {
  if (id === undefined) return {}
  try {
    const name = nameOf(id)
    return name === undefined ? {} : { [field]: name }
  } catch (error) {
    // The call itself says that it is not there.
    if (error instanceof AppError && error.code === 'not_found') return {}
    throw error
  }
}

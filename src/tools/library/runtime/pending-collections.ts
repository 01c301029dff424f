import { z } from 'zod'
import type { LibraryToolService } from '../../../main/library/tool-service'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ToolContext } from '../../../shared/tool/runtime'

/** A collection as far as a plan needs it. */
export interface PlannedCollection {
  readonly id: string
  readonly name: string
  readonly description: string
  /** True for one that a proposal would make, which waits for a decision. */
  readonly pending: boolean
}

/** What tells the plan of a new collection from every other: no other plan has just these. */
const creation = z.strictObject({ name: z.string(), description: z.string(), collection_id: z.string() })

/** The collections that this run proposed and that nobody has decided on yet. */
export function pendingCollections({ pendingPlans }: Pick<ToolContext, 'pendingPlans'>): PlannedCollection[] {
  return (pendingPlans?.() ?? []).flatMap((plan) => {
    const parsed = creation.safeParse(plan)
    if (!parsed.success) return []
    const { collection_id: id, name, description } = parsed.data
    return [{ id, name, description, pending: true }]
  })
}

/**
 * Throws `conflict` where the collection that something was to come into is not there any more; one that was never there
 * may be proposed and come yet.
 */
export function requireCollectionThere(
  library: Pick<LibraryToolService, 'isCollectionPresent'>,
  { collection_id }: { readonly collection_id: string },
): void {
  if (library.isCollectionPresent(collection_id) === false)
    throw new AppError('conflict', say('adding.no_collection'), { nothingLeft: true })
}

/** A collection that is there, or that is proposed; throws `not_found`. */
export function plannedCollection(
  library: LibraryToolService,
  id: string,
  context: Pick<ToolContext, 'pendingPlans'>,
): PlannedCollection {
  const pending = pendingCollections(context).find((one) => one.id === id)
  return pending ?? { ...library.namedCollection(id), pending: false }
}

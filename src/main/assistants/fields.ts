import type { Assistant, AssistantFields } from '../../shared/contract/assistants'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Catalog } from '../services/catalog'

/** What a person can set of an assistant. */
export function fieldsOf(assistant: Assistant): AssistantFields {
  const { id: _, revision: _r, createdAt: _c, updatedAt: _u, trashedAt: _t, ...fields } = assistant
  return fields
}

/** Throws `not_found` for a tool or module that there is not. */
export function checkTools({ tools }: AssistantFields, catalog: Catalog['tools']): void {
  if (tools.kind === 'all') return
  const name = tools.tools.find((wanted) => !catalog.some((tool) => tool.name === wanted))
  const module = tools.modules.find((wanted) => !catalog.some((tool) => tool.module === wanted))
  const unknown = name ?? module
  if (unknown === undefined) return
  throw new AppError('not_found', say('assistant.unknown_tool', { tool: unknown }), {
    field: 'tools',
  })
}

/** Throws `not_found` for a collection that there is not; one that was deleted meanwhile may stay: it may come back. */
export function checkCollection(
  { collectionId }: AssistantFields,
  collections: readonly { readonly id: string }[],
  own: Assistant | undefined,
): void {
  if (collectionId === null || collectionId === own?.collectionId) return
  if (collections.some(({ id }) => id === collectionId)) return
  throw new AppError('not_found', say('assistant.no_collection'), {
    field: 'collectionId',
  })
}

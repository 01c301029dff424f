import type { ToolUseBlock } from '../../shared/run/blocks'
import { quoted } from '../../shared/text/quoted'
import type { ToolResult } from '../../shared/tool/result'

/** The collection that an assistant works in unless one is named. */
export interface DefaultCollection {
  readonly id: string
  readonly name: string
}

/** The tools that look or add somewhere, by their names. */
const searches = new Set(['search_library', 'search_rag', 'list_documents'])
const additions = new Set(['add_document'])

/** What a call is run with: in the default collection where it names none and is not about one document. */
export function inDefaultCollection(
  { name }: Pick<ToolUseBlock, 'name'>,
  input: unknown,
  collection: DefaultCollection | null,
): unknown {
  if (!takesDefault(name, input, collection)) return input
  return { ...input, collection_id: collection?.id }
}

/** The result of such a search, which says where it looked. */
export function saysCollection(
  call: Pick<ToolUseBlock, 'name' | 'input'>,
  result: ToolResult,
  collection: DefaultCollection | null,
): ToolResult {
  if (collection === null || !result.success || !searches.has(call.name)) return result
  if (!takesDefault(call.name, call.input, collection)) return result
  return {
    ...result,
    content: `Looked in the collection ${quoted(collection.name)} only.\n${result.content}`,
  }
}

/** What a model is told of it. */
export function collectionText({ name, id }: DefaultCollection): string {
  return `Your default collection is ${quoted(name)} (${id}): searches and additions that name no collection_id are in it. To look elsewhere, name another collection.`
}

function takesDefault(name: string, input: unknown, collection: DefaultCollection | null): input is object {
  if (collection === null || (!searches.has(name) && !additions.has(name))) return false
  if (typeof input !== 'object' || input === null) return false
  return !('collection_id' in input) && !('doc_id' in input)
}

import { z } from 'zod'
import type { Actor } from '../../shared/actor'
import type { Document } from '../../shared/contract/document'
import { AppError, fromErrorShape } from '../../shared/errors'
import { type Said, saidSchema } from '../../shared/sentences/sentence'
import { newId } from '../identifier'
import type { Publish } from '../publish'
import type { Gate } from '../services/gate'
import type { Library } from '../services/library'

/** What the tool answers when it did what it does. */
const fetchedSchema = z.object({
  pages: z.array(
    z.object({
      url: z.string(),
      document_id: z.string().nullable(),
      outcome: z.string(),
      error: z.string().optional(),
      said: saidSchema.optional(),
      scripts: z.object({ reason: z.string().optional(), said: saidSchema.optional() }).optional(),
    }),
  ),
  stopped: z.boolean(),
})

/** Fetching that a person asked for and can stop. */
export interface PagesByHand {
  add(
    gesture: { readonly actor: Actor; readonly signal: AbortSignal },
    wish: {
      readonly url: string
      readonly mode: 'single' | 'crawl'
      readonly maxPages: number
      readonly collectionId?: string | undefined
      readonly progress: string
    },
  ): Promise<{
    documents: Document[]
    skipped: PageReason[]
    unrun: PageReason[]
    known: string[]
    renewed: string[]
    unchanged: number
    stopped: boolean
  }>
  stop(progress: string): boolean
}

/** Makes it: each goes through the gate as the person's own gesture, so it is in the ledger and can be undone. */
export function createPagesByHand({
  gate,
  library,
  publish,
}: {
  readonly gate: Gate
  readonly library: Library
  readonly publish: Publish
}): PagesByHand {
  const under = new Map<string, AbortController>()
  return {
    async add({ actor, signal }, { url, mode, maxPages, collectionId, progress }) {
      const stop = new AbortController()
      under.set(progress, stop)
      try {
        const outcome = await gate.call({
          tool: 'fetch_web_content',
          input: {
            ...{ url, mode, max_pages: maxPages },
            ...(collectionId === undefined ? {} : { collection_id: collectionId }),
          },
          actor,
          approval: 'gesture',
          runId: newId(),
          conversationId: null,
          toolUseId: null,
          signal: AbortSignal.any([signal, stop.signal]),
          progress: (done, total, note) =>
            publish({
              type: 'tool_progress',
              toolUseId: progress,
              done,
              total: total ?? null,
              note: note ?? '',
            }),
        })
        if (outcome.status !== 'done') throw new AppError('internal', 'A gesture was not applied at once.')
        const { result } = outcome
        if (!result.success) throw failureOf(result.error, result.content)
        const { pages, stopped } = fetchedSchema.parse(result.state)
        const ids = new Set(pages.flatMap(({ document_id: id }) => id ?? []))
        const same = pages.filter(({ outcome: how }) => how === 'unchanged' || how === 'duplicate')
        return {
          documents: [...ids].map((id) => library.document(id)),
          skipped: pages.flatMap(({ url, error, said }) => reasonFor(url, error, said)),
          unrun: pages.flatMap(({ url, scripts }) => reasonFor(url, scripts?.reason, scripts?.said)),
          known: [...ids].filter((id) =>
            pages.every((page) => page.document_id !== id || same.includes(page)),
          ),
          renewed: pages.flatMap((page) => (page.outcome === 'changed' ? (page.document_id ?? []) : [])),
          unchanged: same.length,
          stopped,
        }
      } finally {
        under.delete(progress)
      }
    },
    stop(progress) {
      under.get(progress)?.abort()
      return under.has(progress)
    },
  }
}

/** Why a page did not come, or not whole. */
interface PageReason {
  readonly path: string
  readonly reason: string
  readonly said?: Said
}

function reasonFor(path: string, reason: string | undefined, said: Said | undefined): PageReason[] {
  if (reason === undefined) return []
  return [said === undefined ? { path, reason } : { path, reason, said }]
}

type ResultError = NonNullable<
  Extract<Awaited<ReturnType<Gate['call']>>, { status: 'done' }>['result']['error']
>

function failureOf(error: ResultError | undefined, content: string): AppError {
  if (error === undefined) return new AppError('internal', content)
  return fromErrorShape(error)
}

import { type Actor, person } from '../../shared/actor'
import type { Document } from '../../shared/contract/document'
import type { AdditionUnderWay } from '../../shared/contract/library'
import { isAtWork } from '../../shared/standing-of'
import type { LibraryToolService } from '../library/tool-service'
import { lookUpTogether } from './look-up-together'

/** What was taken in of a drop until now; it may still grow. */
type Taken = Readonly<Partial<Pick<AdditionUnderWay, 'unrun'>>> &
  Readonly<Pick<AdditionUnderWay, 'documents' | 'skipped' | 'known' | 'renewed' | 'unchanged'>>

/** Files, texts and pages that came while others of them were being read: a window tells of them together. */
interface Addition {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly taken: Taken[]
  readonly calls: Set<Call>
  /** The runs of its drops, whose further parts belong to it however far the earlier ones are. */
  readonly runs: Set<string>
  /** Whether all of it was found read once: what is read anew later is another matter. */
  ended: boolean
}

interface Call {
  readonly signal: AbortSignal
  readonly ended: Promise<unknown>
}

/** What a person adds, for a window that is loaded anew while it is being read. */
export interface AdditionsByHand {
  /** Does what adds, and notes what it tells; what no person adds is not noted. Parts of one drop share their run. */
  follow<T>(
    by: { readonly actor: Actor; readonly signal: AbortSignal; readonly runId?: string },
    add: (tell: (taken: Taken) => void) => Promise<T>,
  ): Promise<T>
  /**
   * What is on its way, each document as it is now. Null where nothing of it is, or another window is still handing it
   * over, unless it is wanted `evenIfDone`.
   */
  underWay(evenIfDone: boolean): Promise<AdditionUnderWay | null>
  /** The person wants to hear no more of it. */
  forget(): void
}

/** Starts with nothing on its way. */
export function createAdditionsByHand(
  library: Pick<LibraryToolService, 'document' | 'isPresent' | 'inSnapshot'>,
): AdditionsByHand {
  let last: Addition | null = null

  /** Joins what is still being read, or what an earlier part of the same drop began, or begins anew. */
  const joined = async (runId: string | undefined): Promise<Addition> => {
    for (let open = last; open !== null && !open.ended; open = last) {
      if (open.calls.size > 0 || (runId !== undefined && open.runs.has(runId))) return open
      const isReading = (await presentOf(library, open)).some(isAtWork)
      // Another one may have begun, or this one have gone on, meanwhile.
      if (open !== last || open.calls.size > 0) continue
      if (isReading) return open
      open.ended = true
    }
    last = { startedAt: Date.now(), taken: [], calls: new Set(), runs: new Set(), ended: false }
    return last
  }

  return {
    async follow({ actor, signal, runId }, add) {
      if (actor.kind !== person.kind) return await add(() => {})
      const addition = await joined(runId)
      if (runId !== undefined) addition.runs.add(runId)
      const adding = add((taken) => addition.taken.push(taken))
      const call: Call = { signal, ended: adding.catch(() => undefined) }
      addition.calls.add(call)
      try {
        return await adding
      } finally {
        addition.calls.delete(call)
      }
    },
    async underWay(evenIfDone) {
      const addition = last
      if (addition === null) return null
      // A window that is gone has broken its calls off; what they still add while they end belongs to it.
      const broken = [...addition.calls].filter(({ signal }) => signal.aborted)
      await Promise.all(broken.map(({ ended }) => ended))
      const documents = await presentOf(library, addition)
      const isRead = addition.calls.size === 0 && !documents.some(isAtWork)
      addition.ended ||= isRead
      if (!evenIfDone && (addition.ended || addition.calls.size > 0)) return null
      const { startedAt, taken } = addition
      return {
        startedAt,
        documents,
        skipped: taken.flatMap(({ skipped }) => skipped),
        unrun: taken.flatMap(({ unrun = [] }) => unrun),
        known: taken.flatMap(({ known, documents: own }) => {
          // What an earlier part brought is known to this one, and new to the person.
          const before = new Set(own.filter(({ addedAt }) => addedAt < startedAt).map(({ id }) => id))
          return known.filter((id) => before.has(id))
        }),
        renewed: taken.flatMap(({ renewed }) => renewed),
        unchanged: taken.reduce((sum, { unchanged }) => sum + unchanged, 0),
      }
    },
    forget() {
      last = null
    },
  }
}

/** What is in the library of an addition, as it is now. */
async function presentOf(
  library: Pick<LibraryToolService, 'document' | 'isPresent' | 'inSnapshot'>,
  { taken }: Addition,
): Promise<Document[]> {
  const ids = new Set(taken.flatMap(({ documents }) => documents.map(({ id }) => id)))
  const present: Document[] = []
  await lookUpTogether(library, [...ids], (id) => {
    if (library.isPresent(id) === true) present.push(library.document(id))
  })
  return present
}

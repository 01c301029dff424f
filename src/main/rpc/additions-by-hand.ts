import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Actor, person } from '../../shared/actor'
import type { Document } from '../../shared/contract/document'
import type { AdditionUnderWay } from '../../shared/contract/library'
import { isAtWork } from '../../shared/standing-of'
import type { LibraryToolService } from '../library/tool-service'

/** What was taken in of a drop until now; it may still grow. */
type Taken = Readonly<Partial<Pick<AdditionUnderWay, 'unrun'>>> &
  Readonly<Pick<AdditionUnderWay, 'documents' | 'skipped' | 'known' | 'renewed' | 'unchanged'>>

/** Files, texts and pages that came while others of them were being read: a window tells of them together. */
interface Addition {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly taken: Taken[]
  readonly calls: Set<Call>
}

interface Call {
  readonly signal: AbortSignal
  readonly ended: Promise<unknown>
}

/** What a person adds, for a window that is loaded anew while it is being read. */
export interface AdditionsByHand {
  /** Does what adds, and notes what it tells; what no person adds is not noted. */
  follow<T>(
    by: { readonly actor: Actor; readonly signal: AbortSignal },
    add: (tell: (taken: Taken) => void) => Promise<T>,
  ): Promise<T>
  /** What is on its way, each document as it is now; null where nothing of it is, unless it is wanted `evenIfDone`. */
  underWay(evenIfDone: boolean): Promise<AdditionUnderWay | null>
  /** The person wants to hear no more of it. */
  forget(): void
}

/** Starts with nothing on its way. */
export function createAdditionsByHand(
  library: Pick<LibraryToolService, 'document' | 'isPresent' | 'inSnapshot'>,
): AdditionsByHand {
  let last: Addition | null = null

  /** Joins what is still being read, as the note in the window does, or begins anew. */
  const joined = async (): Promise<Addition> => {
    const before = last
    if (before !== null && (before.calls.size > 0 || (await presentOf(library, before)).some(isAtWork)))
      return before
    // Another one may have begun meanwhile.
    if (last === null || last === before) last = { startedAt: Date.now(), taken: [], calls: new Set() }
    return last
  }

  return {
    async follow({ actor, signal }, add) {
      if (actor.kind !== person.kind) return await add(() => {})
      const addition = await joined()
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
      if (!evenIfDone && addition.calls.size === 0 && !documents.some(isAtWork)) return null
      const { startedAt, taken } = addition
      return {
        startedAt,
        documents,
        skipped: taken.flatMap(({ skipped }) => skipped),
        unrun: taken.flatMap(({ unrun = [] }) => unrun),
        known: taken.flatMap(({ known, documents: own }) =>
          // What an earlier part brought is known to this one, and new to the person.
          known.filter((id) => own.some((each) => each.id === id && each.addedAt < startedAt)),
        ),
        renewed: taken.flatMap(({ renewed }) => renewed),
        unchanged: taken.reduce((sum, { unchanged }) => sum + unchanged, 0),
      }
    },
    forget() {
      last = null
    },
  }
}

/** Documents that are looked up before others have their turn. */
const LOOKED_UP_AT_ONCE = 50

/** What is in the library of an addition, as it is now. */
async function presentOf(
  library: Pick<LibraryToolService, 'document' | 'isPresent' | 'inSnapshot'>,
  { taken }: Addition,
): Promise<Document[]> {
  const ids = [...new Set(taken.flatMap(({ documents }) => documents.map(({ id }) => id)))]
  const present: Document[] = []
  for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) {
    library.inSnapshot(() => {
      for (const id of ids.slice(from, from + LOOKED_UP_AT_ONCE))
        if (library.isPresent(id) === true) present.push(library.document(id))
    })
    await nextTurn()
  }
  return present
}

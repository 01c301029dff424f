import { client } from '../app/client'
import { type Addition, gatherFollowed, hideAddition, inWords, useAdditions } from './additions'
import { attempt } from './toasts'

const { setState: set, getState: get } = useAdditions

/**
 * Tells again of what is on its way into the library, after the window was loaded anew; one that was cut off for a while
 * is told what became of it meanwhile.
 */
export async function reloadAddition(): Promise<void> {
  const before = get().addition
  const gathered = gatherFollowed()
  const found = await client.library.addition({ evenIfDone: before !== null }).finally(gathered)
  if (found === null) return
  // What the stream told since the question is newer than the answer.
  const news = gathered()
  const documents = Object.fromEntries(found.documents.map((each) => [each.id, news.get(each.id) ?? each]))
  set((now) => {
    // It was closed meanwhile.
    if (before !== null && now.addition === null) return now
    return {
      // What was begun since the question is told of already.
      addition: now.addition ?? restored(found),
      documents:
        now.addition === null ? documents : { ...now.documents, ...knownOf(now.addition, documents) },
    }
  })
}

/** The person wants no more of it, in this window and after it is loaded anew. */
export function closeAddition(): void {
  hideAddition()
  void attempt(client.library.forgetAddition())
}

type Found = NonNullable<Awaited<ReturnType<typeof client.library.addition>>>

/** What was not handed over went with the window that had it. */
function restored({ startedAt, documents, skipped, unrun, known, renewed, unchanged }: Found): Addition {
  const total = documents.length
  return {
    ...{ total, startedAt, latest: { total, startedAt }, handedOver: total, state: 'handed_over' },
    ...{ known, renewed, unchanged },
    documentIds: documents.map(({ id }) => id),
    skipped: skipped.map(inWords),
    unrun: unrun.map(inWords),
  }
}

function knownOf<Value>(
  { documentIds }: Addition,
  documents: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const own = new Set(documentIds)
  return Object.fromEntries(Object.entries(documents).filter(([id]) => own.has(id)))
}

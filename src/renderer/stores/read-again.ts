import type { Document } from '../../shared/contract/document'
import { libraryText } from '../text/library'
import { messageInLanguage } from '../text/sentences'
import { notify } from './toasts'

/** Documents that were asked to be read again together. */
interface Round {
  /** Those that are not at their end, and whether their work was seen to begin. */
  readonly open: Map<string, { begun: boolean }>
  readonly failed: Document[]
}

const rounds = new Set<Round>()

/** Has documents read again by `work`, and says so once all are at their end and some failed: their rows look as before. */
export async function followReading<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
  const round: Round = { open: new Map(ids.map((id) => [id, { begun: false }])), failed: [] }
  // The event that tells of the end may come before the answer.
  rounds.add(round)
  try {
    return await work()
  } catch (error) {
    rounds.delete(round)
    throw error
  }
}

/** Takes a document's present record from the stream. */
export function takeReading(document: Document): void {
  for (const round of rounds) {
    const reading = round.open.get(document.id)
    if (reading === undefined) continue
    if (document.status === 'pending' || document.status === 'processing') reading.begun = true
    else if (reading.begun) {
      if (document.status === 'error') round.failed.push(document)
      leave(round, document.id)
    }
  }
}

/** What was told while there was no connection is not known: nobody waits for it any more. */
export function forgetReadings(): void {
  rounds.clear()
}

/** A document is gone: nobody waits for it. */
export function dropReading(id: string): void {
  for (const round of rounds) leave(round, id)
}

function leave(round: Round, id: string): void {
  if (!round.open.delete(id) || round.open.size > 0) return
  rounds.delete(round)
  const [first] = round.failed
  if (first === undefined) return
  const t = libraryText().readAgain
  if (round.failed.length > 1) notify({ tone: 'danger', title: t.someFailed(round.failed.length) })
  else {
    const detail = first.error === null ? {} : { detail: messageInLanguage(first.error, first.said) }
    notify({ tone: 'danger', title: t.failed(first.title), ...detail })
  }
}

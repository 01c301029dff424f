import type { Document } from '../../shared/contract/document'
import type { Addition } from '../stores/additions'
import { text } from '../text/text'
import { webText } from '../text/web'

/** What became of an addition, or has until now. */
export interface AdditionOutcome {
  /** Documents that are read and were not there before. */
  readonly ready: number
  /** Pictures and scans whose text was not read: they are in the library. */
  readonly withoutText: number
  /** Those that can be read once their password is typed: they are in the library. */
  readonly locked: number
  readonly failed: number
  readonly cancelled: number
  /** Documents of which nothing more is to come. */
  readonly settled: number
  readonly done: boolean
  /** Whether everything that was given is in the library. */
  readonly well: boolean
}

/** Counts what became of the documents of an addition. */
export function outcomeOf(addition: Addition, documents: readonly Document[]): AdditionOutcome {
  const known = new Set(addition.known)
  const count = (wanted: Document['status']) => documents.filter(({ status }) => status === wanted).length
  const [complete, cancelled] = [count('complete'), count('cancelled')]
  const notRead = documents.filter(({ status }) => status === 'error')
  const locked = notRead.filter((document) => document.locked).length
  const withoutText = notRead.filter((document) => document.unreadPictures && !document.locked).length
  const settled = complete + notRead.length + cancelled
  const done = addition.state !== 'handing_over' && settled === documents.length
  return {
    ready: documents.filter(({ id, status }) => status === 'complete' && !known.has(id)).length,
    ...{ withoutText, locked, failed: notRead.length - withoutText - locked, cancelled, settled, done },
    well:
      done && complete > 0 && complete === settled && addition.skipped.length + addition.unrun.length === 0,
  }
}

/** What an addition is called that is done. */
export function outcomeTitle(
  { ready, withoutText, locked, failed, cancelled }: AdditionOutcome,
  addition: Addition,
): string {
  const t = text().uploads
  if (ready + withoutText + locked > 0) return t.titleDone
  const nothingElse = failed + cancelled + addition.skipped.length === 0
  return nothingElse && addition.unchanged > 0 ? t.titleKnown : t.titleFailed
}

/** How many of its documents are ready while others are still being read: those of which nothing comes are none. */
export function workingSentence(
  { settled, withoutText, locked, failed, cancelled }: AdditionOutcome,
  documents: readonly Document[],
): string {
  return text().uploads.working(settled - withoutText - locked - failed - cancelled, documents.length)
}

/** What became of all of it, in one line. */
export function outcomeSentence(
  { ready, withoutText, locked, failed, cancelled }: AdditionOutcome,
  addition: Addition,
): string {
  const t = text().uploads
  const { pages, skipped, unrun, unchanged, state } = addition
  const web = webText()
  return [
    state === 'stopped' && (pages === undefined ? t.stopped : web.stopped),
    ready > 0 && t.done(ready),
    withoutText > 0 && t.withoutText(withoutText),
    locked > 0 && t.locked(locked),
    failed > 0 && t.failed(failed),
    cancelled > 0 && t.cancelled(cancelled),
    unrun.length > 0 && web.pagesUnrun(unrun.length),
    skipped.length > 0 && (pages === undefined ? t.skipped : web.pagesSkipped)(skipped.length),
    unchanged > 0 && (pages === undefined ? t.unchanged : web.unchanged)(unchanged),
  ]
    .filter(Boolean)
    .join(' · ')
}

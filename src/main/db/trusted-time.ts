import { z } from 'zod'
import { dayMs, hourMs, minuteMs } from '../../shared/durations'
import { moveDeletionTimes } from './deletion-times'
import { type Database, inTransaction } from './open'
import { retentionAppliedAt } from './retention'
import { storedValue, storeValue } from './stored-value'

// What goes by its age is gone for good, and a clock can be wrong: one that starts in another year, or that somebody
// sets, must not make a month of what was kept for undo old at once.

/** So far a clock may go back while what was made before still holds (milliseconds): it is set right over the network. */
export const clockToleranceMs = 5 * minuteMs
/** Between two looks at the clock: longer than from one evening to the next, shorter than most is kept. */
const LEAP_MS = 2 * dayMs
/** So long after a leap the time is believed, if the clock was not set back by then. */
const BELIEVED_AFTER_MS = dayMs

const timeKey = 'time_seen'
const seenSchema = z.object({
  /** When the clock was looked at last (milliseconds since 1970). */
  at: z.number(),
  /** Set while the clock is ahead of all that was seen: from which moment it leapt, and to which. */
  leap: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Set while the clock is behind what was believed: the time of then, and from which moment it is behind. */
  before: z.object({ at: z.number(), since: z.number() }).nullable().default(null),
})
type Seen = z.infer<typeof seenSchema>

/**
 * The time that ages are counted to (milliseconds since 1970): what the clock shows, but where it has leapt by days since
 * it was looked at, the moment before for a day. A leap is a wrong clock as well as an application that was not used;
 * back from a date that it fell to for less than a day, as where a computer starts without one, is none.
 */
export function trustedTime(db: Database, now: number): number {
  return timeOf(seenAt(lastSeen(db), now))
}

/**
 * What the clock shows when the trusted time comes to a moment: where it has leapt beyond it, that is a day later than the
 * leap at the latest.
 */
export function shownAt(db: Database, moment: number, now: number): number {
  const { leap } = seenAt(lastSeen(db), now)
  return leap === null || moment <= leap.from ? moment : Math.max(moment, leap.to + BELIEVED_AFTER_MS)
}

/** Whether the clock shows an earlier date than was believed, which is not believed itself yet. */
export function isClockBehind(db: Database, now: number): boolean {
  return seenAt(lastSeen(db), now).before !== null
}

/** Remembers what the clock shows: call it at each start and while the application is open. */
export function lookAtClock(db: Database, now: number): void {
  const last = lastSeen(db)
  const seen = seenAt(last, now)
  // Commands may start many times a minute, and each write waits for the disk.
  const isRecent = last !== null && now >= last.at && now - last.at < hourMs
  if (isRecent && seen.leap === null && last.leap === null) return
  inTransaction(db, () => {
    storeValue(db, timeKey, seen)
    const behind = last?.before ?? null
    if (last === null || behind === null || seen.before !== null || now - last.at <= LEAP_MS) return
    // What was deleted under the date of before would be old at once. It may have been since the last look.
    moveDeletionTimes(db, now - last.at, { from: behind.since, to: last.at + 2 * hourMs })
  })
}

function lastSeen(db: Database): Seen | null {
  const seen = storedValue(db, timeKey, seenSchema)
  if (seen !== null) return seen
  const at = retentionAppliedAt(db)
  return at === null ? null : { at, leap: null, before: null }
}

function seenAt(last: Seen | null, now: number): Seen {
  if (last === null) return { at: now, leap: null, before: null }
  const before = beforeOf(last, now)
  if (before !== null && now > before.at - LEAP_MS) {
    return { at: now, leap: now - before.at > LEAP_MS ? { from: before.at, to: now } : null, before: null }
  }
  const from = timeOf(last)
  if (now - from <= LEAP_MS) return { at: now, leap: null, before }
  if (last.leap === null) return { at: now, leap: { from, to: now }, before }
  const isBelieved = now - last.leap.to >= BELIEVED_AFTER_MS
  // Of two leaps the first is believed by the second.
  if (isBelieved)
    return { at: now, leap: now - last.at > LEAP_MS ? { from: last.at, to: now } : null, before }
  return { at: now, leap: { from, to: Math.min(last.leap.to, now) }, before }
}

/** What was believed before the clock fell; an earlier date that was shown for as long as a leap's is believed instead. */
function beforeOf(last: Seen, now: number): Seen['before'] {
  const { before } = last
  const from = timeOf(last)
  const isBelieved = before === null || last.at - before.since >= BELIEVED_AFTER_MS
  if (from - now <= LEAP_MS) return isBelieved ? null : { ...before, since: Math.min(before.since, now) }
  return isBelieved || from > before.at ? { at: from, since: now } : { ...before, since: now }
}

function timeOf({ at, leap }: Seen): number {
  return leap === null ? at : leap.from
}

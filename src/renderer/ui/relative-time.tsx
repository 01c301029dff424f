import { useEffect, useState } from 'react'
import { dateFormat, relativeFormat } from '../../shared/formatters'
import { useWords } from './words'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Beyond this a date says more than a count of days. */
const DATE_FROM_MS = 7 * DAY_MS
const JUST_NOW_MS = 45_000

/** A moment as people say it: "just now", "5 min. ago", "yesterday", then the date. */
export function relativeTime(at: number, now: number, locale: string, justNow: string): string {
  const ago = now - at
  const size = Math.abs(ago)
  if (size < JUST_NOW_MS) return justNow
  if (size >= DATE_FROM_MS) {
    const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
    return dateFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: sameYear ? undefined : 'numeric',
    }).format(at)
  }
  const [unit, milliseconds] =
    size < HOUR_MS - MINUTE_MS / 2
      ? (['minute', MINUTE_MS] as const)
      : size < DAY_MS - HOUR_MS / 2
        ? (['hour', HOUR_MS] as const)
        : (['day', DAY_MS] as const)
  const count = Math.sign(-ago) * Math.max(1, Math.round(size / milliseconds))
  return relativeFormat(locale, { numeric: 'auto', style: 'short' }).format(count, unit)
}

/** A moment in relation to now, kept up to date; the full date on hover. */
export function RelativeTime({ at, now: fixed }: { readonly at: number; readonly now?: number }) {
  const { locale, justNow } = useWords()
  const [ticking, setTicking] = useState(() => Date.now())
  useEffect(() => {
    if (fixed !== undefined) return
    const timer = setInterval(() => setTicking(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [fixed])
  const full = dateFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }).format(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {relativeTime(at, fixed ?? Math.max(ticking, at), locale, justNow)}
    </time>
  )
}

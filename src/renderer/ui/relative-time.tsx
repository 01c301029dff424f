import { useEffect, useState } from 'react'
import { dayMs, hourMs, minuteMs } from '../../shared/durations'
import { dateFormat, relativeFormat } from '../../shared/formatters'
import { useWords } from './words'

/** Beyond this a date says more than a count of days. */
const DATE_FROM_MS = 7 * dayMs
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
    size < hourMs - minuteMs / 2
      ? (['minute', minuteMs] as const)
      : size < dayMs - hourMs / 2
        ? (['hour', hourMs] as const)
        : (['day', dayMs] as const)
  const count = Math.sign(-ago) * Math.max(1, Math.round(size / milliseconds))
  return relativeFormat(locale, { numeric: 'auto', style: 'short' }).format(count, unit)
}

/** A moment in relation to now, kept up to date; the full date on hover. */
export function RelativeTime({ at, now: fixed }: { readonly at: number; readonly now?: number }) {
  const { locale, justNow } = useWords()
  const [ticking, setTicking] = useState(() => Date.now())
  useEffect(() => {
    if (fixed !== undefined) return
    const timer = setInterval(() => setTicking(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [fixed])
  const full = dateFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }).format(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={full}>
      {relativeTime(at, fixed ?? Math.max(ticking, at), locale, justNow)}
    </time>
  )
}

import { useSyncExternalStore } from 'react'
import { localDay } from '../../../shared/calendar-day'

/** How often it is looked whether another day has begun (milliseconds). */
const lookEveryMs = 60_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, lookEveryMs)
  return () => clearInterval(timer)
}

const today = () => localDay(Date.now())

/** The day of today as YYYY-MM-DD, also past midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today)
}

import { dayMs, hourMs } from '../../../shared/durations'
/** How often a remembered approval may be used, as it is offered. */
export const offeredUses = { one: 1, few: 5, some: 20, any: undefined } as const
/** One of {@link offeredUses}. */
export type UseChoice = keyof typeof offeredUses

/** How long it holds, in milliseconds, as it is offered. */
export const offeredTimes = { hour: hourMs, day: dayMs, week: 7 * dayMs, any: undefined } as const
/** One of {@link offeredTimes}. */
export type UntilChoice = keyof typeof offeredTimes

/** The limits of a remembered approval as the gate takes them. */
export function limitsOf(
  uses: UseChoice,
  until: UntilChoice,
  now: number,
): { readonly uses?: number; readonly until?: number } {
  const [count, duration] = [offeredUses[uses], offeredTimes[until]]
  return {
    ...(count === undefined ? {} : { uses: count }),
    ...(duration === undefined ? {} : { until: now + duration }),
  }
}

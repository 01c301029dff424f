/** How long something took by the clock on the wall, in milliseconds; nothing where the clock was set back meanwhile. */
export function tookMs(startedAt: number, endedAt: number): number {
  return Math.max(0, endedAt - startedAt)
}

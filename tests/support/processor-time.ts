/**
 * Milliseconds that the processor has worked for this process so far. What must not take long is measured by it: the
 * clock goes on while a busy machine works for others.
 */
export function workedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

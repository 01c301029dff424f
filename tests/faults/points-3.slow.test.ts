import { vi } from 'vitest'
import { killAtEachInstant } from '../support/crash/kill-at-each-instant'

const passed = vi.hoisted((): string[] => [])
vi.mock('../../src/main/disk/fault-point', async (original) => ({
  ...(await original<typeof import('../../src/main/disk/fault-point')>()),
  faultPoint: (point: string) => passed.push(point),
}))

killAtEachInstant(2, passed)

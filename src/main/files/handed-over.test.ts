import { describe, expect, it } from 'vitest'
import { createHandedOver } from './handed-over'

describe('what a person handed over', () => {
  it('is good for one use each, in the order in which it came', () => {
    const handed = createHandedOver<string>()
    handed.handOver('/a', 'first')
    handed.handOver('/a', 'second')
    expect([handed.take('/a'), handed.take('/a'), handed.take('/a')]).toEqual(['first', 'second', null])
  })

  it('is forgotten with its gesture where nobody took it, and nothing else is', () => {
    const handed = createHandedOver<string>()
    const forgetFirst = handed.handOver('/a', 'the same')
    const forgetSecond = handed.handOver('/a', 'the same')
    forgetFirst()
    expect(handed.take('/a')).toBe('the same')
    forgetSecond()
    forgetFirst()
    expect(handed.take('/a')).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { createHandedOver } from './handed-over'

describe('what a person handed over', () => {
  it('is good for one use each', () => {
    const handed = createHandedOver()
    handed.remember('/a')
    handed.remember('/a')
    expect([handed.take('/a'), handed.take('/a'), handed.take('/a')].map((one) => one !== null)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is forgotten with its gesture where nobody took it, and nothing else is', () => {
    const handed = createHandedOver()
    const forgetFirst = handed.remember('/a', { files: null, kind: 'folder' })
    const forgetSecond = handed.remember('/a', { files: null, kind: 'archive' })
    forgetFirst()
    expect(handed.take('/a')).toMatchObject({ kind: 'archive' })
    forgetSecond()
    forgetFirst()
    expect(handed.take('/a')).toBeNull()
  })
})

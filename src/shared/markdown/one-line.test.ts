import { describe, expect, it } from 'vitest'
import { inOneLine } from './one-line'

describe('inOneLine', () => {
  it('shows code without its fences, and headings and lines across without their rules', () => {
    const text = 'Title\n===\n\nRun *this*:\n\n```sh\nls -la\n```\n\n---\n~~~\nthen `that`\n~~~\n'
    expect(inOneLine(text)).toBe('Title Run this: ls -la then that')
  })

  it('takes code within a line for no fence', () => {
    expect(inOneLine('```npm start``` starts it.\n\nThe rest.')).toBe('npm start starts it. The rest.')
  })

  it('shows code whose end was cut off', () => {
    expect(inOneLine('First\n\n````ts\nconst a = 1')).toBe('First const a = 1')
  })
})

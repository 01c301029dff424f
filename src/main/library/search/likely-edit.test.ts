import { describe, expect, it } from 'vitest'
import { likelihood } from './likely-edit'

describe('a word that is nowhere', () => {
  it.each([
    ['tdie', 'tide'],
    ['rooot', 'root'],
    ['comitee', 'comittee'],
  ])('is another with two letters swapped or one doubled, however short: %s', (form, other) => {
    for (const beside of [true, false, null]) expect(likelihood(form, other, beside)).toBe('sure')
  })

  it('is another by a key beside or a letter more or less where it is long, or stands with other words', () => {
    expect(likelihood('regukation', 'regulation', null)).toBe('sure')
    expect(likelihood('harbor', 'harbour', true)).toBe('sure')
    expect(likelihood('harbor', 'harbour', null)).toBe('unsure')
    expect(likelihood('roof', 'root', true)).toBe('unsure')
    expect(likelihood('roof', 'root', false)).toBe('none')
  })

  it('may be another by any other letter where it is long, and is not where it is short', () => {
    expect(likelihood('warders', 'wardens', null)).toBe('unsure')
    expect(likelihood('warders', 'wardens', false)).toBe('none')
    expect(likelihood('mouse', 'house', true)).toBe('none')
    expect(likelihood('rain', 'ruin', null)).toBe('none')
  })

  it('is compared by the keyboards of other letters too', () => {
    expect(likelihood('пароход', 'парозод', null)).toBe('sure')
    expect(likelihood('пароход', 'пароюод', null)).toBe('unsure')
  })
})

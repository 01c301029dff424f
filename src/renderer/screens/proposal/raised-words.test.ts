import { afterEach, expect, it, vi } from 'vitest'
import { say } from '../../../shared/sentences/say'
import { saidOf } from '../../../shared/sentences/sentence'
import { chooseLanguage } from '../../text/language'
import { raisedWords } from './raised-words'

afterEach(() => {
  chooseLanguage('en')
  vi.unstubAllGlobals()
})

it('tells how many things the part changes that would be applied, and every other reason as it is', () => {
  const reasons = [say('gate.for_good'), say('gate.many_things', { count: 33 })]
  const line = { raisedBecause: reasons.map(({ text }) => text), said: saidOf(reasons) }
  const [forGood] = line.raisedBecause
  const targets = [{ things: 31 }, {}].map((target, at) => ({
    ...{ kind: 'record' as const, label: `${at}`, reference: `${at}` },
    ...target,
  }))
  expect(raisedWords(line, null)).toBe(`${forGood} It changes 33 things at once.`)
  expect(raisedWords(line, { targets })).toBe(`${forGood} It changes 32 things at once.`)
  vi.stubGlobal('document', { documentElement: {} })
  chooseLanguage('de')
  expect(raisedWords(line, { targets })).toMatch(/ Es ändert 32 Dinge auf einmal\.$/)
})

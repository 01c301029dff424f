import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Actor, offlineAssistant } from '../../shared/actor'
import { chooseLanguage } from '../text/language'
import { actorName } from './actor-name'

beforeEach(() => void vi.stubGlobal('document', { documentElement: {} }))
afterEach(() => {
  chooseLanguage('en')
  vi.unstubAllGlobals()
})

it('tells the offline assistant in the language in use, and others by the names that they were given', () => {
  const mission = { id: 'm1', name: 'Sort the post' }
  const named: Actor = { ...offlineAssistant, id: 'a1' }
  const names = () => [offlineAssistant, { ...offlineAssistant, mission }, named].map(actorName)
  expect(names()).toEqual([
    'Offline assistant',
    'Mission “Sort the post” (Offline assistant)',
    'Offline assistant',
  ])
  chooseLanguage('de')
  expect(names()).toEqual([
    'Offline-Assistent',
    'Auftrag „Sort the post“ (Offline-Assistent)',
    'Offline assistant',
  ])
})

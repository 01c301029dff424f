import { expect, it } from 'vitest'
import { recordWordsDe } from './record-words-de'

it('puts the labels of a task and what stands below its heads into German', () => {
  const words = [
    'Paint the boat (1)',
    'status: in progress',
    'priority: urgent',
    'Waits for:',
    'Buy paint: open (2): done',
    'Its parts:',
    'The hull (3): in_progress',
    'Notes:',
    'status: my own word',
    'Comments (2 before these are left out):',
    'Anna: Links:',
  ].join('\n')
  expect(recordWordsDe('task', words).split('\n')).toEqual([
    'Paint the boat (1)',
    'Stand: in Arbeit',
    'Priorität: dringend',
    'Wartet auf:',
    'Buy paint: open (2): erledigt',
    'Teile:',
    'The hull (3): in Arbeit',
    'Notizen:',
    'status: my own word',
    'Kommentare (2 davor sind weggelassen):',
    'Anna: Links:',
  ])
})

it('puts the people of an organization into German, and leaves notes and files as they are', () => {
  const words = 'Pilots (1)\nkind: organization\n12 people:\nAnna (2), kind: pilot'
  expect(recordWordsDe('contact', words)).toBe(
    'Pilots (1)\nArt: Organisation\n12 Personen:\nAnna (2), kind: pilot',
  )
  expect(recordWordsDe('note', words)).toBe(words)
  expect(recordWordsDe('file', words)).toBe(words)
})

import { describe, expect, it } from 'vitest'
import { wishedChanges } from './wished-change'

const names = ['create_task', 'create_note', 'update_note', 'delete_tasks', 'create_file', 'search_library']

describe('words that ask for a change', () => {
  it.each([
    ['please create a short new note', ['create_note']],
    ['Delete the old tasks', ['delete_tasks']],
    ['remind me to buy seeds on Friday', ['create_task']],
    ['Could you remind me of the boat?', ['create_task']],
    ['Erinnere mich bitte an das Boot', ['create_task']],
    ['put milk on my to-do list', ['create_task']],
    ['Setze Milch auf meine Aufgabenliste', ['create_task']],
    ['Note that the gate sticks', ['create_note']],
    ['Notiere: das Tor klemmt', ['create_note']],
    ['Merk dir, dass das Tor klemmt', ['create_note']],
  ])('“%s” lead to the tool', (words, tools) => {
    expect(wishedChanges(words, names)).toEqual(tools)
  })

  it.each([
    'how do I delete a file?',
    'what reminds me of the sea',
    'Which task is on the list?',
    'notes about tides',
    'write how tides work',
    'what does the note say',
  ])('“%s” ask for none', (words) => {
    expect(wishedChanges(words, names)).toEqual([])
  })

  it('lead to no tool that an assistant may not use', () => {
    expect(wishedChanges('remind me to buy seeds', ['create_note'])).toEqual([])
  })
})

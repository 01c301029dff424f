import { describe, expect, it } from 'vitest'
import type { UndoConflict } from '../../stores/changes'
import { conflictWords } from './conflict-words'

const of = (fields: Partial<UndoConflict['change']>) =>
  ({
    change: { undoes: null, undoesPartOf: null, redoes: null, ...fields },
    differences: [],
  }) as unknown as UndoConflict
const undone = of({ undoes: 'a' })
const change = of({})
const redone = of({ undoes: 'b', redoes: 'a' })

describe('the words of the choice where something was changed since', () => {
  it('speak of undo where a change, or one that was done again, is undone', () => {
    for (const conflicts of [[change], [redone], [undone, change]]) {
      expect(conflictWords(conflicts)).toMatchObject({
        restored: 'After undo',
        apply: 'Undo with these choices',
      })
    }
  })

  it('speak of redo where what was undone is done again', () => {
    for (const conflicts of [[undone], [of({ undoesPartOf: 'a' }), undone]]) {
      const words = conflictWords(conflicts)
      const said = [
        words.text(''),
        words.textSeveral(0),
        words.textSeveral(2),
        words.restored,
        words.nothingNow,
      ]
      const others = [
        words.wouldRemove,
        words.obstacle.gone,
        words.replace.changed,
        words.apply,
        words.stays(2),
      ]
      expect([...said, ...others].join(' ')).not.toMatch(/undo/i)
      expect(words.forceText).toBe('What is there now is kept: Undo brings it back.')
      expect(words.obstacle.changed).toBe('was changed.')
    }
  })
})

import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { revealAsText } from '../../shared/text/reveal-hidden'
import { Button } from '../ui/button'
import { focusAdded } from '../ui/focus-added'
import { IconButton } from '../ui/icon-button'
import { TextField } from '../ui/text-field'
import { nextRowId } from './row-id'
import './secret-rows.css'

/** A name and a value that is kept where keys are; `kept` where one is stored, which stays unless another is typed. */
export interface SecretRow {
  /** Of the row, for as long as the form is open. */
  readonly id: number
  readonly name: string
  readonly value: string
  readonly kept: boolean
  /** Whether a value must be typed, since the one that is stored was given to another place. */
  readonly asked?: boolean
}

/** What stands at the rows. */
interface SecretWords {
  readonly add: string
  readonly name: (at: number) => string
  readonly value: (at: number) => string
  readonly remove: (name: string) => string
  /** In place of a value that is stored. */
  readonly kept: string
}

/** Rows of names and values that nobody is shown; one that is stored already shows neither its value nor its length. */
export function SecretRows({
  words,
  rows,
  limits,
  problemOf,
  onChange,
}: {
  readonly words: SecretWords
  readonly rows: readonly SecretRow[]
  readonly limits: { readonly rows: number; readonly name: number; readonly value: number }
  readonly problemOf: (row: SecretRow, part: 'name' | 'value') => string | undefined
  readonly onChange: (rows: SecretRow[]) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const add = () =>
    focusAdded(
      () => onChange([...rows, { id: nextRowId(rows), name: '', value: '', kept: false }]),
      list,
      '.secret-row',
    )
  const replace = (id: number, some: Partial<SecretRow>) =>
    onChange(rows.map((each) => (each.id === id ? { ...each, ...some } : each)))
  const errorOf = (row: SecretRow, part: 'name' | 'value') => {
    const error = problemOf(row, part)
    return error === undefined ? {} : { error }
  }
  return (
    <div ref={list} className="secret-rows">
      {rows.map((row, index) => (
        <div key={row.id} className="secret-row" data-then=".secret-rows-end button">
          <TextField
            label={words.name(index + 1)}
            {...errorOf(row, 'name')}
            value={row.name}
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={limits.name}
            // What is stored belongs to the name that it was given with.
            onChange={(name) => replace(row.id, { name, kept: false })}
          />
          <TextField
            label={words.value(index + 1)}
            {...errorOf(row, 'value')}
            value={row.value}
            type="password"
            autoComplete="off"
            placeholder={row.kept ? words.kept : ''}
            maxLength={limits.value}
            onChange={(value) => replace(row.id, { value })}
          />
          <IconButton
            icon={X}
            label={words.remove(revealAsText(row.name) || words.name(index + 1))}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          />
        </div>
      ))}
      {rows.length < limits.rows && (
        <div className="secret-rows-end">
          <Button size="sm" icon={Plus} onClick={add}>
            {words.add}
          </Button>
        </div>
      )}
    </div>
  )
}

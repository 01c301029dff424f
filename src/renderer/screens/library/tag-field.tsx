import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { startOf } from '../../../shared/text/start-of'
import { libraryText } from '../../text/library'
import { isSubmitKey } from '../../ui/submit-key'
import { TextField } from '../../ui/text-field'
import { isSaveKey } from '../catalog/save-key'

/** As long as a tag may be (characters). */
const tagLength = 100

/** A list of tags that is typed, with those that exist to complete it. */
export function TagField({
  label,
  hint,
  error,
  tags,
  known,
  onChange,
  ref,
}: {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly tags: readonly string[]
  readonly known: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
  readonly ref?: Ref<HTMLInputElement>
}) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const t = libraryText().batch
  const take = (text: string) => {
    const added = text
      .split(',')
      .map((tag) => startOf(tag.trim(), tagLength))
      .filter((tag) => tag !== '')
    if (added.length > 0) onChange([...new Set([...tags, ...added])])
    setTyped('')
  }
  const type = (text: string) => {
    // A choice from the list comes as a whole.
    if (text.includes(',') || (known.includes(text) && text.length > typed.length + 1)) take(text)
    else setTyped(text)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (isSubmitKey(event)) {
      // What was typed belongs to what is submitted.
      flushSync(() => take(typed))
      event.currentTarget.form?.requestSubmit()
      event.preventDefault()
      return
    }
    // The form is saved next, by a key that leaves the field where it is.
    if (isSaveKey(event)) return take(typed)
    if (event.key === 'Enter' && typed.trim() !== '') take(typed)
    else if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1))
    else return
    event.preventDefault()
  }
  return (
    <div className="tag-field">
      <TextField
        ref={ref}
        label={label}
        hint={hint}
        error={error}
        value={typed}
        list={`${id}-known`}
        maxLength={1000}
        autoComplete="off"
        onChange={type}
        onKeyDown={press}
        // What was typed and not ended is meant as well.
        onBlur={() => take(typed)}
      />
      <datalist id={`${id}-known`}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {tags.length > 0 && (
        <ul className="tag-list" aria-label={label}>
          {tags.map((tag) => (
            <li key={tag} className="tag">
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={t.removeTag(tag)}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

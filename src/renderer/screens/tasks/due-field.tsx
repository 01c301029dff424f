import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isEnded, type Task } from '../../../shared/contract/tasks'
import { setTaskDue } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { TextField } from '../../ui/text-field'
import { DueFact } from './task-marks'

/** Milliseconds without another key or choice after which a day is meant as it stands: its parts are typed one by one. */
const typedMs = 1200

/** By when a task is to be done, which can be chosen there; below it in words. */
export function DueField({ task: { id, due, status } }: { readonly task: Task }) {
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const t = tasksText()
  const save = async () => {
    // A day of which only a part is typed is not one that was taken away.
    if (typed === null || input.current?.validity.badInput === true) return
    if (typed !== (due ?? '')) await attempt(setTaskDue(id, typed === '' ? null : typed))
    setTyped((now) => (now === typed ? null : now))
  }
  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => void saveNow.current(), typedMs)
    return () => clearTimeout(timer)
  }, [typed])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save()
    // Back to the day that it has; the record stays open.
    else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      setTyped(null)
    }
  }
  return (
    <>
      <TextField
        label={t.due}
        labelHidden
        type="date"
        ref={input}
        value={typed ?? due ?? ''}
        onChange={setTyped}
        onBlur={() => void save()}
        onKeyDown={press}
      />
      {due !== null && <DueFact due={due} ended={isEnded(status)} />}
    </>
  )
}

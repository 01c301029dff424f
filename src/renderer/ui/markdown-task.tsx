import { type ComponentProps, createContext, isValidElement, type ReactNode, useContext } from 'react'
import type { ExtraProps } from 'react-markdown'
import { wordsOf } from './words-of'

/** Told of a tick: where the task's item begins in the text, and whether it is done now. */
export type OnTick = (place: number, done: boolean) => void

/** Takes ticks; without it the boxes of tasks only show what is done. */
export const Ticking = createContext<OnTick | undefined>(undefined)
/** Where in the text that was parsed began from which the places of elements are counted. */
export const ParsedFrom = createContext(0)
const Task = createContext<{ readonly place: number; readonly words: string } | null>(null)

/** A point of a list, which may be a task. */
export function ListItem({ children, node, ...rest }: ComponentProps<'li'> & ExtraProps) {
  const from = useContext(ParsedFrom)
  const offset = node?.position?.start.offset
  const isTask = rest.className?.includes('task-list-item') === true && offset !== undefined
  if (!isTask) return <li {...rest}>{children}</li>
  return (
    <li {...rest}>
      <Task value={{ place: from + offset, words: wordsOf(ownOf(children)).trim() }}>{children}</Task>
    </li>
  )
}

/** The box of a task. */
export function TaskBox({ checked }: ComponentProps<'input'>) {
  const task = useContext(Task)
  const onTick = useContext(Ticking)
  const done = checked === true
  if (task === null || onTick === undefined) {
    return <input type="checkbox" checked={done} readOnly disabled aria-label={done ? '✓' : '–'} />
  }
  const { place, words } = task
  return (
    <input type="checkbox" checked={done} aria-label={words || '–'} onChange={() => onTick(place, !done)} />
  )
}

/** Without the lists below it, whose tasks are their own. */
function ownOf(children: ReactNode): ReactNode {
  return [children]
    .flat()
    .filter((child) => !isValidElement(child) || !['ul', 'ol'].includes(`${child.type}`))
}

const box = /(?:[-*+]|\d{1,9}[.)])\s+\[([\sxX])\]/y

/** A text in which the task at a place is done, or is not; null where no task is there. */
export function withTick(text: string, place: number, done: boolean): string | null {
  box.lastIndex = place
  const found = box.exec(text)
  if (found === null) return null
  const mark = box.lastIndex - 2
  return `${text.slice(0, mark)}${done ? 'x' : ' '}${text.slice(mark + 1)}`
}

import type { LucideIcon } from 'lucide-react'
import type { Screen } from '../../app/router'
import { Button } from '../../ui/button'
import { NotHere } from './not-here'
import { useBringBack } from './use-bring-back'

/** In place of one that is in the trash, as when another window moved it there: it comes back with what was written. */
export function InTrash({
  icon,
  title,
  screen,
  words,
  written,
  restore,
}: {
  readonly icon: LucideIcon
  readonly title: string
  readonly screen: Screen
  readonly words: {
    readonly back: string
    readonly restore: string
    readonly restored: (name: string) => string
    readonly writtenKept: string
  }
  /** Whether something was written that is not saved. */
  readonly written: boolean
  /** Answers the name under which it is back. */
  readonly restore: () => Promise<string>
}) {
  const { busy, bringBack } = useBringBack(restore, words.restored)
  return (
    <NotHere
      icon={icon}
      title={title}
      screen={screen}
      back={words.back}
      instead={
        <Button variant="primary" busy={busy} onClick={() => void bringBack()}>
          {words.restore}
        </Button>
      }
    >
      {written && words.writtenKept}
    </NotHere>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { Screen } from '../../app/router'
import { Button } from '../../ui/button'
import { NotHere } from './not-here'
import { useBringBack } from './use-bring-back'

/** In place of one that was moved to the trash, as by another window: it comes back with what was written. Else it is gone. */
export function InTrash({
  icon,
  screen,
  words,
  name,
  written,
  restore,
}: {
  readonly icon: LucideIcon
  readonly screen: Screen
  readonly words: {
    readonly gone: string
    readonly inTrash: (name: string) => string
    readonly back: string
    readonly restore: string
    readonly restored: (name: string) => string
    readonly writtenKept: string
  }
  /** Undefined for one that is gone for good. */
  readonly name: string | undefined
  /** Whether something was written that is not saved. */
  readonly written: boolean
  /** Answers the name under which it is back. */
  readonly restore: () => Promise<string>
}) {
  const { busy, bringBack } = useBringBack(restore, words.restored)
  const place = { icon, screen, back: words.back }
  if (name === undefined) return <NotHere {...place} title={words.gone} />
  return (
    <NotHere
      {...place}
      title={words.inTrash(name)}
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

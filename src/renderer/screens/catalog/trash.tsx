import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { useBringBack } from './use-bring-back'

/** Below the others those in the trash; nothing where there are none. */
export function Trash({
  title,
  children,
}: {
  readonly title: string
  /** A {@link TrashedRow} for each. */
  readonly children: readonly ReactNode[]
}) {
  if (children.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="catalog-head">{title}</h2>
      <ul className="catalog-list catalog-items">{children}</ul>
    </section>
  )
}

/** One that is in the trash, with the way back. */
export function TrashedRow({
  name,
  words,
  restore,
  children,
}: {
  readonly name: string
  readonly words: { readonly restore: string; readonly restored: (name: string) => string }
  /** Answers the name under which it is back. */
  readonly restore: () => Promise<string>
  /** Before its name, where it has a face. */
  readonly children?: ReactNode
}) {
  const { busy, bringBack } = useBringBack(restore, words.restored)
  return (
    <li className="catalog-trashed">
      {children ?? <Trash2 size={14} aria-hidden />}
      <span className="catalog-words catalog-lines">
        <HiddenText text={name} />
      </span>
      <Button size="sm" busy={busy} onClick={() => void bringBack()}>
        {words.restore}
      </Button>
    </li>
  )
}

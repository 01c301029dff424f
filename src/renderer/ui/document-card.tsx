import { ExternalLink, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from './badge'
import { Button } from './button'
import { HiddenText, revealed } from './hidden-text'
import { KeyValues } from './key-values'
import { Notice } from './notice'
import { StatusDot } from './status-dot'
import type { Tone } from './tone'
import './document-card.css'

/** What a card says of a document; what is not known is left out. */
export interface DocumentCardFacts {
  readonly title: string
  /** Short facts on one line: its type, pages, size, when it was added. */
  readonly facts: readonly string[]
  readonly status?: { readonly tone: Tone; readonly label: string } | undefined
  readonly tags?: readonly string[] | undefined
  /** Facts with names: its collection, where it came from. */
  readonly more?: readonly { readonly label: string; readonly value: string }[]
  /** Why it could not be read. */
  readonly error?: string | null | undefined
}

/** A document as a card, with a way to open it. */
export function DocumentCard({
  title,
  facts,
  status,
  tags = [],
  more = [],
  error,
  openLabel,
  tagsLabel,
  onOpen,
  children,
}: DocumentCardFacts & {
  readonly openLabel: string
  readonly tagsLabel: string
  /** Absent for a document that is gone. */
  readonly onOpen?: (() => void) | undefined
  /** At its end: what was done with it. */
  readonly children?: ReactNode
}) {
  const known = facts.filter((fact) => fact !== '')
  return (
    <article className="ui-document">
      <header className="ui-document-head">
        <FileText size={18} aria-hidden className="ui-document-icon" />
        <div className="ui-document-name">
          <h4>
            <HiddenText text={title} />
          </h4>
          {known.length > 0 && <p className="ui-document-facts">{revealed(known.join(' · '))}</p>}
        </div>
        {status && <StatusDot tone={status.tone} label={status.label} />}
      </header>
      {error && <Notice tone="danger" title={<HiddenText text={error} />} />}
      {tags.length > 0 && (
        <ul className="ui-document-tags" aria-label={tagsLabel}>
          {tags.map((tag) => (
            <li key={tag}>
              <Badge>{revealed(tag)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <KeyValues items={more} />
      {children}
      {onOpen && (
        <div>
          <Button size="sm" icon={ExternalLink} onClick={onOpen}>
            {openLabel}
          </Button>
        </div>
      )}
    </article>
  )
}

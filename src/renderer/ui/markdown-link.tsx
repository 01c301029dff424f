import type { MouseEvent, ReactNode } from 'react'
import { revealAsText } from '../../shared/text/reveal-hidden'
import { Tooltip } from './tooltip'
import { useWords } from './words'

/** Schemes that may leave the application, each only by a person's click. */
const openable = new Set(['http:', 'https:', 'mailto:'])

/** The address if it may be opened. */
export function openableAddress(href: string): URL | undefined {
  const url = URL.parse(href)
  return url && openable.has(url.protocol) ? url : undefined
}

/** The host to show after a link whose words look like an address of somewhere else. */
export function differingHost(words: string, url: URL): string | undefined {
  const claimed = /^(?:https?:\/\/)?(?:[^/@\s]*@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=$|[/:?#])/iu.exec(
    asRead(words),
  )?.[1]
  if (claimed === undefined || url.host === '') return undefined
  const plain = (host: string) => host.toLowerCase().replace(/^www\./, '')
  return plain(claimed) === plain(url.hostname) ? undefined : url.host
}

/** Signs that are drawn as nothing, or turn others round, and all that is read as a dot: https://www.unicode.org/reports/tr46/ */
const undrawn = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Cc}/gu
const dots = /[\u3002\uff61\ua4f8]/gu

/** Words as a person reads them, who takes them for an address also where signs that can't be seen stand in it. */
function asRead(words: string): string {
  return words.normalize('NFKC').replaceAll(undrawn, '').replaceAll(dots, '.').trim()
}

/** A link that only tells where it leads: opening it is up to `onOpen`. */
export function MarkdownLink({
  href,
  words,
  onOpen,
  children,
}: {
  readonly href: string
  /** The link's own text. */
  readonly words: string
  readonly onOpen?: (href: string) => void
  readonly children: ReactNode
}) {
  const ui = useWords()
  const url = openableAddress(href)
  if (!url) {
    return (
      <span>
        {children} <span className="ui-md-address">({revealAsText(href)})</span>
      </span>
    )
  }
  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (event.type === 'click' || event.button === 1) onOpen?.(url.href)
  }
  const host = differingHost(words, url)
  return (
    <>
      <Tooltip text={ui.opensAddress(revealAsText(url.href))}>
        <a href={url.href} rel="noreferrer" draggable={false} onClick={open} onAuxClick={open}>
          {children}
        </a>
      </Tooltip>
      {host && <span className="ui-md-address"> ({host})</span>}
    </>
  )
}

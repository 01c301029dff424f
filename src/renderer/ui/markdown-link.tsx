import type { MouseEvent, ReactNode } from 'react'
import { revealAsText, withoutHidden } from '../../shared/text/reveal-hidden'
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

/** All that is read as a dot, a slash or a colon and that NFKC leaves: https://www.unicode.org/reports/tr39/ */
const dots = /[\u3002\uff61\ua4f8]/gu
const slashes = /[\u2044\u2215\u2571\u27cb\u29f8]/gu
const colons = /[\u02d0\u2236\ua789]/gu
const around = String.raw`\s"'\x60<>\p{Pi}\p{Pf}\p{Ps}\p{Pe}`
/** Quotation marks and brackets around words, and what ends a sentence; a run of them in the midst is looked at once. */
const enclosing = new RegExp(`^[${around}]+|(?<![${around}.,;!])[${around}.,;!]+$`, 'gu')

/** Words as a person reads them, who takes them for an address also where signs that can't be seen stand in it. */
function asRead(words: string): string {
  return withoutHidden(words)
    .replaceAll(/\p{Join_Control}/gu, '')
    .normalize('NFKC')
    .replaceAll(dots, '.')
    .replaceAll(slashes, '/')
    .replaceAll(colons, ':')
    .replaceAll(enclosing, '')
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

import type { ReactNode } from 'react'
import { ColouredCode } from './code-colours'
import { CopyButton } from './copy-button'
import { HiddenText } from './hidden-text'
import { ScrollArea } from './scroll-area'
import './code-block.css'

/** Props of {@link CodeBlock}. */
export interface CodeBlockProps {
  readonly code: string
  /** The language, or a file name. */
  readonly label?: string
  /** Colours the words by their kinds where the language is known. */
  readonly language?: string
  /** Pixels; scrolls beyond. */
  readonly maxHeight?: number
  /** Beside the label. */
  readonly actions?: ReactNode
  /** Shown in place of the code. */
  readonly instead?: ReactNode
}

/** Code as it is, with a button to copy it; long lines wrap. */
export function CodeBlock({ code, label, language, maxHeight = 480, actions, instead }: CodeBlockProps) {
  return (
    <figure className="ui-code">
      {label && (
        <figcaption className="ui-code-label">
          <HiddenText text={label} />
          {actions}
        </figcaption>
      )}
      {instead || (
        <ScrollArea as="pre" className="ui-code-text" style={{ maxHeight }}>
          <code>
            <ColouredCode code={code} language={language} />
          </code>
        </ScrollArea>
      )}
      <span className="ui-code-copy">
        <CopyButton text={code} />
      </span>
    </figure>
  )
}

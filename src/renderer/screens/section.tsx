import { type ReactNode, useId } from 'react'
import './section.css'

/** Props of {@link Section}. */
export interface SectionProps {
  readonly title: string
  readonly intro?: string | undefined
  /** By which its element and, with `-title`, its heading are found. */
  readonly id?: string
  /** Not shown, and what was typed in it stays. */
  readonly hidden?: boolean
  readonly children: ReactNode
}

/** One group of fields under its heading. */
export function Section({ title, intro, id: givenId, hidden, children }: SectionProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <section id={id} className="section" aria-labelledby={`${id}-title`} hidden={hidden}>
      <header>
        {/* Whoever is led here by a link goes on from here. */}
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {intro && <p>{intro}</p>}
      </header>
      <div className="section-fields">{children}</div>
    </section>
  )
}

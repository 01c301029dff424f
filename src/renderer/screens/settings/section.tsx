import type { ReactNode } from 'react'
import './settings.css'

/** One group of settings under its heading. */
export function Section({
  title,
  intro,
  children,
}: {
  readonly title: string
  readonly intro?: string
  readonly children: ReactNode
}) {
  return (
    <section className="settings-section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {intro && <p>{intro}</p>}
      </header>
      <div className="settings-fields">{children}</div>
    </section>
  )
}

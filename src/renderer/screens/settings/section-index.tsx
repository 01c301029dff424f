import { useId } from 'react'
import { routeFragment } from '../../app/router'
import { goTo } from '../../stores/page'
import { text } from '../../text/text'
import { NavItem } from '../../ui/nav-item'
import { SearchField } from '../../ui/search-field'
import { Select } from '../../ui/select'
import { type SectionId, sectionGroups, sectionIds, sectionRoute, sectionTitle } from './sections'
import './section-index.css'

/** Longest text that is looked for. */
const longestSearch = 100

/** What sections there are and which is looked at: a list beside them, or a choice above them where it is narrow. */
export function SectionIndex({
  current,
  found,
  typed,
  onType,
  onShow,
}: {
  readonly current: SectionId
  readonly found: ReadonlySet<SectionId> | null
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onShow: (id: SectionId) => void
}) {
  const t = text().settings
  const shown = sectionIds.filter((id) => found === null || found.has(id))
  return (
    <div className="section-index">
      <SearchField label={t.search} value={typed} maxLength={longestSearch} onChange={onType} />
      {shown.length > 0 && (
        <>
          <div className="section-choice">
            <Select
              label={t.index}
              labelHidden
              value={current}
              options={shown.map((value) => ({ value, label: sectionTitle(value) }))}
              onChange={onShow}
            />
          </div>
          <nav className="section-list" aria-label={t.index}>
            {sectionGroups.map(({ about, sections }) => (
              <SectionGroup
                key={about}
                title={t.groups[about]}
                sections={shown.filter((id) => sections.some((own) => own === id))}
                current={current}
              />
            ))}
          </nav>
        </>
      )}
    </div>
  )
}

function SectionGroup({
  title,
  sections,
  current,
}: {
  readonly title: string
  readonly sections: readonly SectionId[]
  readonly current: SectionId
}) {
  const id = useId()
  if (sections.length === 0) return null
  return (
    <>
      <p id={id} className="section-group">
        {title}
      </p>
      <ul aria-labelledby={id}>
        {sections.map((section) => (
          <li key={section}>
            <NavItem
              label={sectionTitle(section)}
              href={routeFragment(sectionRoute(section))}
              current={section === current && 'location'}
              // Also when the address has it already, since when the page was scrolled on.
              onSelect={() => goTo(sectionRoute(section))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

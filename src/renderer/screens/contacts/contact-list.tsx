import { Building2, SearchX, User } from 'lucide-react'
import type { ContactLine } from '../../../shared/contract/contacts'
import { newContact } from '../../stores/contact-drafts'
import { filterContacts, useContacts } from '../../stores/contacts'
import { goTo } from '../../stores/page'
import { contactsText } from '../../text/contacts'
import { Badge } from '../../ui/badge'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { SearchField } from '../../ui/search-field'
import { SegmentedControl } from '../../ui/segmented-control'
import { Select } from '../../ui/select'
import { VirtualList } from '../../ui/virtual-list'
import { useOpenedRow } from '../use-opened-row'

const icons = { person: User, organization: Building2 } as const
/** Pixels, with a second line; the real height is measured. */
const rowHeight = 52
const anyTag = ''

/** Everybody by name, narrowed down by words, kind and tag. */
export function ContactList({
  id,
  lines,
}: {
  readonly id: string | null
  readonly lines: readonly ContactLine[]
}) {
  const { query, kind, tag, tags, drafts } = useContacts()
  const t = contactsText()
  const narrowed = query.trim() !== '' || kind !== 'all' || tag !== null
  const begun = Object.values(newContact).filter((place) => place in drafts)
  const opened = useOpenedRow(id, (key) => lines.findIndex((line) => line.id === key))
  return (
    <nav className="contacts-list" aria-label={t.title}>
      <div className="contacts-filters">
        <SearchField label={t.search} value={query} onChange={(typed) => filterContacts({ query: typed })} />
        <SegmentedControl
          label={t.show}
          size="sm"
          value={kind}
          segments={[
            { value: 'all', label: t.all },
            { value: 'person', label: t.people },
            { value: 'organization', label: t.organizations },
          ]}
          onChange={(chosen) => filterContacts({ kind: chosen })}
        />
        {tags.length > 0 && (
          <Select
            label={t.tag}
            labelHidden
            value={tag ?? anyTag}
            options={[
              { value: anyTag, label: t.anyTag },
              ...tags.map((each) => ({ value: each, label: each })),
            ]}
            onChange={(chosen) => filterContacts({ tag: chosen === anyTag ? null : chosen })}
          />
        )}
        <p className="contacts-count" role="status">
          {t.shown(lines.length)}
        </p>
      </div>
      {begun.length > 0 && (
        <div>
          {begun.map((place) => (
            <Row
              key={place}
              place={place}
              current={place === id}
              unsaved
              line={{
                name: drafts[place]?.fields.name.trim() || t.newOnes[drafts[place]?.fields.kind ?? 'person'],
                kind: drafts[place]?.fields.kind ?? 'person',
                about: '',
              }}
            />
          ))}
        </div>
      )}
      {lines.length === 0 && !narrowed ? null : lines.length === 0 ? (
        <EmptyState icon={SearchX} title={t.nothing}>
          {t.nothingText}
        </EmptyState>
      ) : (
        <VirtualList
          label={t.title}
          className="contacts-rows"
          items={lines}
          itemKey={(line) => line.id}
          estimateHeight={rowHeight}
          byKeys
          resetKey={JSON.stringify([query, kind, tag])}
          {...opened}
          renderItem={(line) => (
            <Row
              place={line.id}
              current={line.id === id}
              unsaved={line.id in drafts}
              line={{ name: line.name, kind: line.kind, about: aboutOf(line) }}
            />
          )}
        />
      )}
    </nav>
  )
}

function Row({
  place,
  current,
  unsaved,
  line: { name, kind, about },
}: {
  readonly place: string
  readonly current: boolean
  readonly unsaved: boolean
  readonly line: { readonly name: string; readonly kind: ContactLine['kind']; readonly about: string }
}) {
  const Icon = icons[kind]
  const t = contactsText()
  return (
    <button
      type="button"
      className="catalog-row contacts-row"
      data-row={place}
      data-opens
      aria-current={current ? 'true' : undefined}
      onClick={() => goTo({ screen: 'contacts', id: place })}
    >
      <Icon size={16} aria-label={t.kinds[kind]} />
      <span className="catalog-words catalog-lines">
        <strong className="truncate">
          <HiddenText text={name} />
        </strong>
        {about !== '' && (
          <span className="truncate">
            <HiddenText text={about} />
          </span>
        )}
      </span>
      {unsaved && <Badge tone="warning">{t.unsaved}</Badge>}
    </button>
  )
}

/** What tells people of the same name apart. */
function aboutOf({ role, organization, email, phone }: ContactLine): string {
  const there = [role, organization].filter(Boolean).join(', ')
  return there || email || phone
}

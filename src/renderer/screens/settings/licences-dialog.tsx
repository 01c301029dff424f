import { ChevronRight, ExternalLink, Scale, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Licence, readLicences } from '../../stores/licences'
import { leaveTo } from '../../stores/page'
import { licencesText } from '../../text/licences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { SearchField } from '../../ui/search-field'
import { Waiting } from '../waiting'
import './licences.css'

/** Whose work the program is made of, each with the terms on which it may be used. */
export function LicencesDialog({ onClose }: { readonly onClose: () => void }) {
  const [licences, setLicences] = useState<readonly Licence[] | 'missing'>()
  const t = licencesText()
  useEffect(() => {
    void readLicences().then(
      (read) => setLicences(read ?? 'missing'),
      () => setLicences('missing'),
    )
  }, [])
  return (
    <Dialog
      title={t.title}
      {...(Array.isArray(licences) ? { description: t.description(licences.length) } : {})}
      icon={Scale}
      size="lg"
      onCancel={onClose}
      closeOnBackdrop
      footer={<Button onClick={onClose}>{text().app.close}</Button>}
    >
      {licences === undefined && <Waiting />}
      {licences === 'missing' && <Notice tone="warning" title={t.missing} announce />}
      {typeof licences === 'object' && <LicenceList licences={licences} />}
    </Dialog>
  )
}

function LicenceList({ licences }: { readonly licences: readonly Licence[] }) {
  const [typed, setTyped] = useState('')
  const t = licencesText()
  const words = typed.toLowerCase().split(/\s+/u)
  const found = licences.filter(({ name, licence, author }) =>
    words.every((word) => `${name} ${licence} ${author}`.toLowerCase().includes(word)),
  )
  return (
    <div className="licences">
      <SearchField label={t.search} value={typed} onChange={setTyped} />
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={t.nothingFound}>
          {t.nothingFoundText}
        </EmptyState>
      ) : (
        <ul className="licences-list settings-list" aria-label={t.list}>
          {found.map((licence) => (
            <LicenceLine key={`${licence.name}@${licence.version}`} licence={licence} />
          ))}
        </ul>
      )}
    </div>
  )
}

function LicenceLine({
  licence: { name, version, licence, author, source, text: terms },
}: {
  readonly licence: Licence
}) {
  const [open, setOpen] = useState(false)
  const t = licencesText()
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <ChevronRight size={12} aria-hidden />
          <strong>{name}</strong> <span>{version}</span>
          <span className="licences-name">{licence || t.noLicence}</span>
        </summary>
        {open && (
          <div className="licences-terms">
            {author !== '' && <p>{author}</p>}
            {source !== '' && (
              <div>
                <Button size="sm" icon={ExternalLink} onClick={() => leaveTo(source)}>
                  {t.source}
                </Button>
              </div>
            )}
            <pre>{terms}</pre>
          </div>
        )}
      </details>
    </li>
  )
}

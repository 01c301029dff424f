import { Building2, Contact, Download, UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import type { ContactKind } from '../../../shared/contract/contacts'
import { uploadLimitBytes } from '../../../shared/contract/library'
import { kindOfNew, newContact } from '../../stores/contact-drafts'
import { askToImport, contactFiles, useContactImport } from '../../stores/contact-import'
import { loadContacts, openContact, useContacts } from '../../stores/contacts'
import { goTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { NotHere } from '../catalog/not-here'
import { useLeaveWhenGone } from '../catalog/use-leave-when-gone'
import { DeletedButton } from '../deleted-button'
import { fileFromBrowser } from '../file-from-browser'
import { ScreenHeader } from '../screen-header'
import { Waiting } from '../waiting'
import { ContactEditor } from './contact-editor'
import { ContactList } from './contact-list'
import { ContactView } from './contact-view'
import { ImportDialog } from './import-dialog'
import '../settings/settings.css'
import '../catalog/catalog.css'
import '../record.css'
import './contacts.css'

/** People and organizations: the list, and the one that is open. */
export function ContactsScreen({ id }: { readonly id: string | null }) {
  const lines = useContacts((state) => state.lines)
  const query = useContacts((state) => state.query)
  const kind = useContacts((state) => state.kind)
  const tag = useContacts((state) => state.tag)
  const asked = useContactImport((state) => state.asked)
  const t = contactsText()
  useEffect(() => void attempt(loadContacts()), [])
  useEffect(() => void attempt(openContact(id === null || kindOfNew(id) !== null ? null : id)), [id])
  const begun = useContacts((state) => Object.keys(state.drafts).length > 0)
  const none = lines?.length === 0 && query.trim() === '' && kind === 'all' && tag === null && !begun
  return (
    <div className="screen contacts" data-open={id !== null || undefined}>
      <ScreenHeader title={t.title}>
        <DeletedButton module="contacts" />
        <ImportContacts />
        <Button icon={Building2} onClick={() => goTo({ screen: 'contacts', id: newContact.organization })}>
          <span className="wide-only">{t.newOrganization}</span>
        </Button>
        <Button
          icon={UserPlus}
          variant="primary"
          onClick={() => goTo({ screen: 'contacts', id: newContact.person })}
        >
          <span className="wide-only">{t.newPerson}</span>
        </Button>
      </ScreenHeader>
      {lines === null ? (
        <Waiting />
      ) : none && id === null ? (
        <div className="screen-empty">
          <EmptyState
            icon={Contact}
            title={t.empty}
            action={
              <>
                <Button icon={UserPlus} onClick={() => goTo({ screen: 'contacts', id: newContact.person })}>
                  {t.newPerson}
                </Button>
                <ImportContacts always />
                <DeletedButton module="contacts" always />
              </>
            }
          >
            {t.emptyText}
          </EmptyState>
        </div>
      ) : (
        <div className="contacts-split">
          <ContactList id={id} lines={lines} />
          <div className="contacts-open screen-body" data-panel={id ?? undefined}>
            {id === null ? (
              <div className="screen-empty">
                <EmptyState icon={Contact} title={t.choose}>
                  {t.chooseText}
                </EmptyState>
              </div>
            ) : (
              <Opened key={id} id={id} kind={kindOfNew(id)} />
            )}
          </div>
        </div>
      )}
      {asked !== null && <ImportDialog files={asked} />}
    </div>
  )
}

/** Lets a person choose a file of contacts. */
function ImportContacts({ always = false }: { readonly always?: boolean }) {
  const t = contactsText()
  const choose = async () => {
    const file = await fileFromBrowser(contactFiles, uploadLimitBytes, text().uploads.tooLarge)
    if (file !== null) askToImport([file])
  }
  return (
    <Button icon={Download} onClick={() => void choose()}>
      {always ? t.import : <span className="wide-only">{t.import}</span>}
    </Button>
  )
}

function Opened({ id, kind }: { readonly id: string; readonly kind: ContactKind | null }) {
  const draft = useContacts((state) => state.drafts[id])
  const open = useContacts((state) => (state.open?.contact.id === id ? state.open : null))
  const missing = useContacts((state) => state.missing === id)
  const t = contactsText()
  useLeaveWhenGone('contacts', { open: open !== null, missing, written: draft !== undefined })
  if (kind !== null || draft !== undefined) {
    return <ContactEditor place={id} kind={kind ?? 'person'} draft={draft} there={open} gone={missing} />
  }
  if (open !== null) return <ContactView details={open} />
  if (!missing) return <Waiting />
  return <NotHere icon={Contact} title={t.gone} screen="contacts" back={t.back} />
}

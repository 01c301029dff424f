import { create } from 'zustand'
import { client } from '../app/client'
import { pathOfFile } from '../app/upload'
import { contactsText } from '../text/contacts'
import { showByHand } from './batches'
import { notify } from './toasts'

/** The file of contacts that a person is asked about; null while there is none. */
export const useContactImport = create<{ readonly asked: File | null }>(() => ({ asked: null }))

const endings = ['.vcf', '.vcard']

/** What a file chooser is to offer. */
export const contactFiles = [...endings, 'text/vcard', 'text/x-vcard'].join(',')

/** Asks whose contacts a file has; says so where it is none, or more than one. */
export function askToImport(files: readonly File[]): void {
  const [file, ...more] = files
  const t = contactsText()
  if (file === undefined) return
  if (more.length > 0) notify({ tone: 'info', title: t.importOne })
  else if (endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    useContactImport.setState({ asked: file })
  } else notify({ tone: 'danger', title: t.importWrong(file.name) })
}

/** Ends asking. */
export function endImport(): void {
  useContactImport.setState({ asked: null })
}

/** Shows who comes with a file; nothing happens before the dialog's yes. */
export async function importContacts(file: File, own: boolean): Promise<void> {
  const path = await pathOfFile(file, new AbortController().signal)
  const outcome = await client.contacts.import({ path, own })
  await showByHand(outcome, { always: true, nothing: contactsText().importNothing })
}

import { z } from 'zod'
import { create } from 'zustand'
import type { CallOutcome } from '../../shared/contract/tools'
import { saidSchema } from '../../shared/sentences/sentence'
import { client } from '../app/client'
import { pathOfFile } from '../app/upload'
import { contactsText } from '../text/contacts'
import { messageInLanguage } from '../text/sentences'
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
  const t = contactsText()
  const refused = refusedOf(outcome)
  if (refused.length === 0) {
    await showByHand(outcome, { always: true, nothing: t.importNothing })
    return
  }
  const told = refused.slice(0, toldCards).map(({ name, reason, said }) => {
    const words = messageInLanguage(reason, said)
    return name === '' ? words : t.importRefusedCard(name, words)
  })
  const more = refused.length - told.length
  notify({
    tone: 'warning',
    title: t.importRefused(refused.length),
    detail: [...told, ...(more === 0 ? [] : [t.importRefusedMore(more)])].join(' '),
  })
}

/** Refused cards that a notice names; more is nothing that one reads there. */
const toldCards = 5

/** Why a card is skipped whose contact is there, or comes by another card. */
const there = new Set(['contact.import_same', 'contact.import_twice'])

const skippedSchema = z.object({
  skipped: z.array(z.object({ name: z.string(), reason: z.string(), said: saidSchema.optional() })),
})

/** Cards that became no contact, where nothing of a file came: all others are there already. */
function refusedOf(outcome: CallOutcome): z.output<typeof skippedSchema>['skipped'] {
  if (outcome.status !== 'done' || outcome.result.error !== undefined) return []
  const { skipped } = skippedSchema.safeParse(outcome.result.state).data ?? { skipped: [] }
  return skipped.filter(({ said }) => said === undefined || !there.has(said.code))
}

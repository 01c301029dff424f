import { z } from 'zod'
import { create } from 'zustand'
import type { Proposal } from '../../shared/contract/changes'
import { contactFilesLimit } from '../../shared/contract/contacts'
import type { CallOutcome } from '../../shared/contract/tools'
import { saidSchema } from '../../shared/sentences/sentence'
import { client } from '../app/client'
import { pathOfFile } from '../app/upload'
import { contactsText } from '../text/contacts'
import { messageInLanguage } from '../text/sentences'
import { showByHand } from './batches'
import { notify } from './toasts'

/** The files of contacts that a person is asked about; null while there are none. */
export const useContactImport = create<{ readonly asked: readonly File[] | null }>(() => ({ asked: null }))

const endings = ['.vcf', '.vcard', '.csv', '.tsv']

/** What a file chooser is to offer. */
export const contactFiles = [...endings, 'text/vcard', 'text/x-vcard', 'text/csv'].join(',')

/** Asks whose contacts files have; says so where one is none, or there are too many. */
export function askToImport(files: readonly File[]): void {
  const t = contactsText()
  const wrong = files.find(({ name }) => !endings.some((ending) => name.toLowerCase().endsWith(ending)))
  if (wrong !== undefined) notify({ tone: 'danger', title: t.importWrong(wrong.name) })
  else if (files.length > contactFilesLimit) {
    notify({ tone: 'danger', title: t.importTooMany(contactFilesLimit) })
  } else if (files.length > 0) useContactImport.setState({ asked: files })
}

/** Ends asking. */
export function endImport(): void {
  useContactImport.setState({ asked: null })
}

/** Shows who comes with files, and answers what is proposed; nothing happens before the dialog's yes. */
export async function importContacts(files: readonly File[], own: boolean): Promise<Proposal | null> {
  const { signal } = new AbortController()
  const paths: string[] = []
  for (const file of files) paths.push(await pathOfFile(file, signal))
  const outcome = await client.contacts.import({ paths, own })
  const t = contactsText()
  const refused = refusedOf(outcome)
  if (refused.length === 0) {
    return await showByHand(outcome, { always: true, nothing: t.importNothing })
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
  return null
}

/** Refused cards that a notice names; more is nothing that one reads there. */
const toldCards = 5

/** Why a card is skipped whose contact is there, or comes by another card. */
const there = new Set(['contact.import_same', 'contact.import_twice'])

const skippedSchema = z.object({
  skipped: z.array(z.object({ name: z.string(), reason: z.string(), said: saidSchema.optional() })),
})

/** Cards that became no contact, where nothing of the files came: all others are there already. */
function refusedOf(outcome: CallOutcome): z.output<typeof skippedSchema>['skipped'] {
  if (outcome.status !== 'done' || outcome.result.error !== undefined) return []
  const { skipped } = skippedSchema.safeParse(outcome.result.state).data ?? { skipped: [] }
  return skipped.filter(({ said }) => said === undefined || !there.has(said.code))
}

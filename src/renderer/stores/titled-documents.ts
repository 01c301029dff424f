import { hasTitle } from '../app/document-fields'
import { documentsNamed } from './library'

/** As long as a title may be (characters); what is longer is none. */
const titleLength = 300
/** Documents that are asked for: folders are searched too, and those whose title it is may not be the newest. */
const askedDocuments = 100
/** What a title stands for: the id of the one document that has it, or how many have it. */
export type Titled = { readonly id: string } | { readonly documents: number }

/** Looks for the document that is called so, in any case of letters. */
export async function documentTitled(title: string): Promise<Titled> {
  const wanted = title.trim()
  if (wanted === '' || wanted.length > titleLength) return { documents: 0 }
  const found = await documentsNamed(wanted, askedDocuments, new AbortController().signal)
  const titled = (found ?? []).filter((document) => hasTitle(document, wanted))
  const [only] = titled
  return only !== undefined && titled.length === 1 ? { id: only.id } : { documents: titled.length }
}

import { documentTitleLimit } from '../../shared/contract/document'
import { hasTitle } from '../app/document-fields'
import { documentsNamed } from './library'

/** What a title stands for: the id of the one document that has it, or how many have it. */
export type Titled = { readonly id: string } | { readonly documents: number }

/** Looks for the document that is called so, in any case of letters. */
export async function documentTitled(title: string): Promise<Titled> {
  const wanted = title.trim()
  if (wanted === '' || wanted.length > documentTitleLimit) return { documents: 0 }
  const found = await documentsNamed(wanted, new AbortController().signal)
  const titled = (found ?? []).filter((document) => hasTitle(document, wanted))
  const [only] = titled
  return only !== undefined && titled.length === 1 ? { id: only.id } : { documents: titled.length }
}

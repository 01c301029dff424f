import { useEffect, useId, useState } from 'react'
import { type Document, documentTitleLimit } from '../../../shared/contract/document'
import { titleOrId } from '../../app/document-fields'
import { typingPauseMs } from '../../app/typing-pause'
import { documentsNamed } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { TextField, type TextFieldProps } from '../../ui/text-field'
import { sourceName } from '../chat/mention'

/** Of a longer list nobody reads the rest: another letter narrows it down. */
const offeredLimit = 20

/** Takes a document by its title, of which it offers those that fit what is typed; also its id. */
export function DocumentField(props: Omit<TextFieldProps, 'list' | 'autoComplete'>) {
  const { value } = props
  const [found, setFound] = useState<readonly Document[]>([])
  const id = useId()
  useEffect(() => {
    const wanted = new AbortController()
    const look = async () => {
      const words = value.trim().slice(0, documentTitleLimit)
      const documents = await attempt(documentsNamed(words, wanted.signal, offeredLimit))
      if (documents) setFound(documents)
    }
    const timer = setTimeout(() => void look(), typingPauseMs)
    return () => {
      wanted.abort()
      clearTimeout(timer)
    }
  }, [value])
  return (
    <>
      <TextField {...props} list={`${id}-documents`} autoComplete="off" />
      <datalist id={`${id}-documents`}>
        {found.map((document) => (
          <option
            key={document.id}
            value={titleOrId(document, found)}
            label={`${document.title} (${sourceName(document.source)})`}
          />
        ))}
      </datalist>
    </>
  )
}

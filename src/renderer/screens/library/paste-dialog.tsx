import { useEffect, useRef, useState } from 'react'
import { documentTitleLimit } from '../../../shared/contract/document'
import { pastedTextLimit } from '../../../shared/contract/library'
import { startOf } from '../../../shared/text/start-of'
import { isWebAddress } from '../../../shared/web/web-address'
import { addFiles, addText } from '../../stores/add-to-library'
import { askForPage } from '../../stores/additions'
import { useLibrary } from '../../stores/library'
import { attempt, notify } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { HiddenText } from '../../ui/hidden-text'
import { TextField } from '../../ui/text-field'
import { useCollectionChoice } from '../collection-choice'
import { FormDialog } from '../form-dialog'
import { filesOfPaste } from '../pasted-pictures'
import { titleOfText } from './title-of-text'

/** As much of the text as tells what it is (characters). */
const previewLength = 600

/** Takes what is pasted onto the library: files as if they were dropped, text after a question how to call it. */
export function PasteDialog() {
  const [pasted, setPasted] = useState<string>()
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.clipboardData === null || isElsewhere(event.target)) return
      const files = filesOfPaste(event.clipboardData, Date.now())
      const words = event.clipboardData.getData('text/plain')
      if (files.length > 0) void attempt(addFiles(files, useLibrary.getState().collectionId))
      else if (words.trim() === '') return
      else if (isAddress(words.trim())) askForPage(words.trim())
      else if (words.length > pastedTextLimit) {
        notify({ tone: 'danger', title: libraryText().paste.tooLong(words.length, pastedTextLimit) })
      } else setPasted(words)
      event.preventDefault()
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
  return pasted === undefined ? null : <Naming words={pasted} onClose={() => setPasted(undefined)} />
}

/** A field takes what is pasted into it, and a dialog what is pasted over it. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
}

/** An address alone is wanted for its page. */
function isAddress(words: string): boolean {
  return isWebAddress(words) && !/\s/.test(words) && URL.canParse(words)
}

function Naming({ words, onClose }: { readonly words: string; readonly onClose: () => void }) {
  const here = useLibrary((state) => state.collectionId)
  const [title, setTitle] = useState(() => titleOfText(words) || libraryText().paste.untitled)
  const first = useRef<HTMLInputElement>(null)
  const t = libraryText().paste
  const collection = useCollectionChoice(here, t.collection)
  const add = () => {
    onClose()
    void attempt(collection.take().then((id) => addText(title.trim(), words, id)))
  }
  return (
    <FormDialog
      title={t.title}
      size="sm"
      onCancel={onClose}
      initialFocus={first}
      confirm={t.add}
      ready={title.trim() !== '' && collection.ready}
      onSubmit={add}
      className="library-form"
    >
      <TextField
        ref={first}
        label={t.name}
        value={title}
        maxLength={documentTitleLimit}
        onChange={setTitle}
      />
      {collection.field}
      <section className="paste-text" aria-label={t.text}>
        <p>
          <HiddenText text={startOf(words, previewLength)} />
          {words.length > previewLength && '…'}
        </p>
        <span className="numeric">{t.length(words.length)}</span>
      </section>
    </FormDialog>
  )
}

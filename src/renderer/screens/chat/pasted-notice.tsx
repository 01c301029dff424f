import { FilePlus2, X } from 'lucide-react'
import { useState } from 'react'
import { addText } from '../../stores/add-to-library'
import { attachDocuments, changeDraft, draftOf, useConversations } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { libraryText } from '../../text/library'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { titleOfText } from '../library/title-of-text'
import './composer.css'

/** Offers to make a document of a long pasted text; until then, and otherwise, it stays text. */
export function PastedNotice({
  id,
  pasted,
  onDone,
}: {
  readonly id: string | null
  readonly pasted: string
  readonly onDone: () => void
}) {
  const [busy, setBusy] = useState(false)
  const t = chatText().pasted
  const attach = async () => {
    setBusy(true)
    await attempt(attachPasted(id, pasted))
    onDone()
  }
  return (
    <div className="composer-pasted">
      <span role="status">{t.long(pasted.length)}</span>
      <Button size="sm" variant="ghost" icon={FilePlus2} busy={busy} onClick={() => void attach()}>
        {t.attach}
      </Button>
      <IconButton icon={X} size="sm" label={t.keep} onClick={onDone} />
    </div>
  )
}

async function attachPasted(id: string | null, pasted: string): Promise<void> {
  const title = titleOfText(pasted) || libraryText().paste.untitled
  const documents = await addText(title, pasted, null)
  const { text } = draftOf(useConversations.getState().drafts, id)
  // What was sent or taken out meanwhile needs no document beside it.
  if (documents.length === 0 || !text.includes(pasted)) return
  attachDocuments(id, documents)
  changeDraft(id, { text: text.replace(pasted, () => '') })
}

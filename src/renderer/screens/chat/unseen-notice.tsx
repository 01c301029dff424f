import { EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { assistantOf, useAssistants } from '../../stores/assistants'
import type { Draft } from '../../stores/conversations'
import { takesPictures, useSettings } from '../../stores/settings'
import { attachmentsText } from '../../text/attachments'
import { useNextAssistant } from './use-next-assistant'

/** Says before a message is sent that whoever answers it can't see the pictures in it. */
export function UnseenNotice({ id, draft }: { readonly id: string | null; readonly draft: Draft }) {
  const model = useSettings((state) => state.model)
  const all = useAssistants((state) => state.all)
  const wished = assistantOf(all, useNextAssistant(id))?.model ?? ''
  const hasPicture = draft.attachments.some(({ kind }) => kind === 'image')
  const [unseen, setUnseen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model in the settings is asked about anew
  useEffect(() => {
    if (!hasPicture) {
      setUnseen(false)
      return
    }
    let current = true
    // Where that can't be known now, the answer will say it.
    takesPictures(wished).then(
      (takes) => current && setUnseen(!takes),
      () => current && setUnseen(false),
    )
    return () => {
      current = false
    }
  }, [hasPicture, wished, model])
  if (!unseen) return null
  const t = attachmentsText()
  return (
    <p className="composer-unseen" role="status">
      <EyeOff size={13} aria-hidden />
      <span>
        {model?.provider === 'offline' ? t.offlineNotSeen : t.notSeen}{' '}
        <a href="#/settings">{t.chooseModel}</a>
      </span>
    </p>
  )
}

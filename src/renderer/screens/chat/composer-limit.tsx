import { ScanSearch, X } from 'lucide-react'
import { changeDraft } from '../../stores/conversations'
import { text } from '../../text/text'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'

/** What the search of a message is limited to, and how that is taken away. */
export function ComposerLimit({ id, title }: { readonly id: string | null; readonly title: string }) {
  const t = text().chat
  return (
    <div className="composer-limit" role="note">
      <ScanSearch size={13} aria-hidden />
      <span className="truncate">
        {t.onlyIn} <HiddenText text={title} />
      </span>
      <IconButton
        icon={X}
        size="sm"
        label={t.removeLimit(title)}
        onClick={() => changeDraft(id, { limit: null })}
      />
    </div>
  )
}

import { Info, ListTree, MessageSquare, Search, TriangleAlert } from 'lucide-react'
import type { Ref } from 'react'
import type { DocumentLayout } from '../../../shared/contract/document-layout'
import { text } from '../../text/text'
import { warningsText } from '../../text/warnings'
import { IconButton } from '../../ui/icon-button'

/** What one can open above a document. */
export type DocumentPanel = 'search' | 'outline' | 'warnings' | 'about'

/** The buttons of a document that is open: what one can open above it, and a question about it. */
export function DocumentTools({
  layout,
  open,
  searchRef,
  onToggle,
  onAsk,
}: {
  /** Undefined while it loads. */
  readonly layout: DocumentLayout | undefined
  readonly open: DocumentPanel | null
  readonly searchRef: Ref<HTMLButtonElement>
  readonly onToggle: (panel: DocumentPanel) => void
  readonly onAsk: () => void
}) {
  const t = text().viewer
  return (
    <>
      <IconButton
        ref={searchRef}
        icon={Search}
        label={t.search}
        shortcut="Mod+F"
        size="sm"
        pressed={open === 'search'}
        onClick={() => onToggle('search')}
      />
      {layout !== undefined && layout.outline.length > 0 && (
        <IconButton
          icon={ListTree}
          label={t.outline}
          size="sm"
          pressed={open === 'outline'}
          onClick={() => onToggle('outline')}
        />
      )}
      {layout !== undefined && layout.warnings.length > 0 && (
        <IconButton
          icon={TriangleAlert}
          label={warningsText().title}
          size="sm"
          pressed={open === 'warnings'}
          onClick={() => onToggle('warnings')}
        />
      )}
      <IconButton
        icon={Info}
        label={t.about}
        size="sm"
        pressed={open === 'about'}
        onClick={() => onToggle('about')}
      />
      <IconButton icon={MessageSquare} label={t.ask} size="sm" onClick={onAsk} />
    </>
  )
}

import { FolderOpen } from 'lucide-react'
import { useMemo } from 'react'
import type { AttachmentOf } from '../../../shared/run/blocks'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { loadAttached } from '../../stores/attached-pictures'
import { attachmentsText } from '../../text/attachments'
import { CodeBlock } from '../../ui/code-block'
import { HiddenText } from '../../ui/hidden-text'
import { PictureSourceContext, StoredPicture } from '../../ui/stored-picture'
import { InspectorFrame } from './inspector-frame'

/** Pixels that a picture may be high before a click shows it whole. */
const pictureHeight = 420
/** Pixels of the text at which it scrolls by itself: the panel does so before. */
const wholeHeight = Number.MAX_SAFE_INTEGER

/** A file that was attached to a message: what the assistant was given of it. */
export function AttachedFile({
  conversationId,
  file: { title, read },
}: {
  readonly conversationId: string
  readonly file: AttachmentOf<'file'>
}) {
  const load = useMemo(() => loadAttached(conversationId), [conversationId])
  return (
    <InspectorFrame lead={<FolderOpen size={16} aria-hidden />} title={<HiddenText text={title} />}>
      <div className="inspector-file">
        <p className="inspector-quiet">{attachmentsText().asSent}</p>
        <PictureSourceContext value={load}>
          {read?.images?.map((picture) => (
            <StoredPicture
              key={picture.sha256}
              picture={picture}
              label={revealAsText(title)}
              maxHeight={pictureHeight}
              zoomable
            />
          ))}
        </PictureSourceContext>
        {read !== undefined && <CodeBlock code={read.content} maxHeight={wholeHeight} />}
      </div>
    </InspectorFrame>
  )
}

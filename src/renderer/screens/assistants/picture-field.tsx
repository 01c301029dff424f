import { ImagePlus, X } from 'lucide-react'
import { type Assistant, type AssistantPicture, assistantLimits } from '../../../shared/contract/assistants'
import { drawAssistantPicture } from '../../stores/assistants'
import { attempt } from '../../stores/toasts'
import { assistantsText } from '../../text/assistants'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { AssistantFace } from '../assistant-face'
import { fileFromBrowser } from '../file-from-browser'

/** Pixels of the picture beside its field. */
const faceSize = 64

/** An emoji, a picture of the person's own, or the first letter. */
export function PictureField({
  assistant,
  problem,
  onChange,
}: {
  readonly assistant: Pick<Assistant, 'id' | 'name' | 'picture'>
  readonly problem: string | undefined
  readonly onChange: (picture: AssistantPicture) => void
}) {
  const t = assistantsText()
  const { picture } = assistant
  const choose = async () => {
    const types = 'image/png,image/jpeg,image/gif,image/webp'
    const file = await fileFromBrowser(types, assistantLimits.pictureBytes, t.pictureLarge)
    if (file === null) return
    const drawn = await attempt(drawAssistantPicture(file))
    if (drawn !== undefined) onChange({ kind: 'stored', picture: drawn })
  }
  return (
    <div className="assistant-picture-field">
      <AssistantFace assistant={assistant} size={faceSize} />
      <TextField
        label={t.emoji}
        hint={t.emojiHint}
        error={problem}
        value={picture.kind === 'emoji' ? picture.emoji : ''}
        maxLength={32}
        onChange={(emoji) => onChange(emoji.trim() === '' ? { kind: 'letter' } : { kind: 'emoji', emoji })}
      />
      <div className="section-buttons">
        <Button icon={ImagePlus} onClick={() => void choose()}>
          {t.choosePicture}
        </Button>
        {picture.kind === 'stored' && (
          <Button variant="ghost" icon={X} onClick={() => onChange({ kind: 'letter' })}>
            {t.removePicture}
          </Button>
        )}
      </div>
    </div>
  )
}

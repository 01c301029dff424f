import { useEffect, useState } from 'react'
import type { Assistant } from '../../shared/contract/assistants'
import { assertNever } from '../../shared/errors'
import type { Picture } from '../../shared/tool/picture'
import { loadPicture } from '../stores/pictures'
import { AssistantMark } from '../ui/avatar'
import './assistant-face.css'

/** The picture of an assistant; decorative, so its name stands beside it. */
export function AssistantFace({
  assistant,
  size = 24,
}: {
  readonly assistant: Pick<Assistant, 'id' | 'name' | 'picture'>
  readonly size?: number
}) {
  const { id, name, picture } = assistant
  switch (picture.kind) {
    case 'letter':
      return <AssistantMark name={name} size={size} />
    case 'emoji':
      return (
        <span
          aria-hidden
          className="assistant-emoji"
          style={{ width: size, height: size, fontSize: size * 0.64 }}
        >
          {picture.emoji}
        </span>
      )
    case 'stored':
      return <StoredFace of={id} name={name} picture={picture.picture} size={size} />
    default:
      return assertNever(picture)
  }
}

function StoredFace({
  of,
  name,
  picture,
  size,
}: {
  readonly of: string
  readonly name: string
  readonly picture: Picture
  readonly size: number
}) {
  const { sha256 } = picture
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let left = false
    loadPicture({ kind: 'assistant', id: of }, sha256).then(
      (bytes) => {
        if (left) return
        made = URL.createObjectURL(bytes)
        setUrl(made)
      },
      // Its letter stands in its place; the picture is no message.
      () => setUrl(null),
    )
    return () => {
      left = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [of, sha256])
  if (url === null) return <AssistantMark name={name} size={size} />
  return <img className="assistant-picture" src={url} alt="" width={size} height={size} draggable={false} />
}

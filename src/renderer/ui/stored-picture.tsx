import { ImageOff } from 'lucide-react'
import { createContext, useContext, useEffect, useState } from 'react'
import type { Picture } from '../../shared/tool/picture'
import { classNames } from './class-names'
import { useWords } from './words'
import './stored-picture.css'

/** Gets the bytes of a picture by their hash, from what shows it; rejects where they are not kept any more. */
export type LoadPicture = (sha256: string) => Promise<Blob>

/** Where the pictures below come from. */
export const PictureSourceContext = createContext<LoadPicture | null>(null)

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly url: string }
  | { readonly kind: 'gone'; readonly why: string }

/** Props of {@link StoredPicture}. */
export interface StoredPictureProps {
  readonly picture: Picture
  /** What it is, for people who do not see it. */
  readonly label: string
  /** Pixels of the page that it may be high. */
  readonly maxHeight: number
  /** A square of that height, filled from the picture's middle. */
  readonly square?: boolean
  /** Lets a click show it in its own size. */
  readonly zoomable?: boolean
}

/** A picture that Countersign drew and keeps; scaled to fit, on a chequered ground where it is transparent. */
export function StoredPicture({
  picture,
  label,
  maxHeight,
  square = false,
  zoomable = false,
}: StoredPictureProps) {
  const loaded = useStored(picture)
  const [whole, setWhole] = useState(false)
  const words = useWords()
  const { width, height } = picture
  if (loaded.kind === 'gone') {
    return (
      <p className="ui-picture-gone">
        <ImageOff size={16} aria-hidden />
        <span>{loaded.why || words.pictureGone}</span>
      </p>
    )
  }
  // The place is kept free from the start, so that a decision does not move under the pointer.
  const fitted = square
    ? { width: maxHeight, height: maxHeight }
    : { aspectRatio: `${width} / ${height}`, width: Math.min(width, (maxHeight * width) / height) }
  const image = (
    <span
      className={classNames('ui-picture', square && 'ui-picture-square', whole && 'ui-picture-whole')}
      style={whole ? {} : fitted}
    >
      {loaded.kind === 'here' && (
        <img src={loaded.url} alt={label} width={width} height={height} draggable={false} />
      )}
    </span>
  )
  if (!zoomable) return image
  return (
    <button
      type="button"
      className="ui-picture-zoom"
      aria-pressed={whole}
      title={whole ? words.pictureFit : words.pictureWhole}
      onClick={() => setWhole(!whole)}
    >
      {image}
    </button>
  )
}

function useStored({ sha256 }: Picture): Loaded {
  const load = useContext(PictureSourceContext)
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  useEffect(() => {
    if (load === null) return
    let url: string | null = null
    let left = false
    load(sha256).then(
      (bytes) => {
        if (left) return
        url = URL.createObjectURL(bytes)
        setLoaded({ kind: 'here', url })
      },
      (error: unknown) => {
        if (!left) setLoaded({ kind: 'gone', why: error instanceof Error ? error.message : '' })
      },
    )
    return () => {
      left = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [load, sha256])
  return loaded
}

import { attachedPictureLimits } from '../../shared/contract/conversations'
import { AppError } from '../../shared/errors'
import { pictureTypeSchema } from '../../shared/tool/picture'
import { attachmentsText } from '../text/attachments'
import { formatSize } from '../text/language'
import { refuseGone } from './refuse-gone'

/** Pixels of a picture that main decodes; see its `draw.ts`. */
const pixelLimit = 64_000_000
/** Share of the best quality; below it, edges of letters begin to blur. */
const jpegQuality = 0.92

/** Whether a file says that it is a picture. */
export function isPictureFile({ type }: Pick<File, 'type'>): boolean {
  return type.startsWith('image/')
}

/**
 * Makes a picture as small as a model takes it, upright, so that little is handed over; main draws it anew in any
 * case. Throws with a sentence for people.
 */
export async function shrinkPicture(file: File, name: string): Promise<Blob> {
  const t = attachmentsText()
  const { fileBytes, bytes, longEdge } = attachedPictureLimits
  if (!pictureTypeSchema.safeParse(file.type).success) throw new AppError('unsupported', t.notPicture(name))
  if (file.size > fileBytes) throw new AppError('too_large', t.tooLarge(name, formatSize(fileBytes)))
  const url = URL.createObjectURL(file)
  try {
    // Known before it is decoded, and as it stands upright.
    const image = await loadImage(url, t.unreadable(name)).catch(async (error: unknown) => {
      await refuseGone(file)
      throw error
    })
    const { naturalWidth, naturalHeight } = image
    if (naturalWidth * naturalHeight > pixelLimit) throw new AppError('too_large', t.tooManyPixels(name))
    const factor = longEdge / Math.max(naturalWidth, naturalHeight)
    if (factor >= 1 && file.size <= bytes) return file
    const size = fittedSize(naturalWidth, naturalHeight, longEdge)
    const drawn = await draw(image, size, file.type === 'image/jpeg')
    return drawn.size <= bytes ? drawn : await draw(image, size, true)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Width and height scaled down so that neither is longer than `longEdge` pixels. */
export function fittedSize(
  width: number,
  height: number,
  longEdge: number,
): { readonly width: number; readonly height: number } {
  const factor = Math.min(1, longEdge / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
}

async function draw(
  image: HTMLImageElement,
  { width, height }: ReturnType<typeof fittedSize>,
  photo: boolean,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new AppError('internal', 'The browser has no canvas to draw a picture on.')
  if (photo) {
    // JPEG knows nothing transparent; paper is white.
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return canvas.convertToBlob(photo ? { type: 'image/jpeg', quality: jpegQuality } : { type: 'image/png' })
}

async function loadImage(url: string, problem: string): Promise<HTMLImageElement> {
  const image = new Image()
  await new Promise((resolve, reject) => {
    image.onload = resolve
    image.onerror = () => reject(new AppError('corrupt', problem))
    image.src = url
  })
  return image
}

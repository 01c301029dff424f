import type { CanvasImage, CanvasKit, CanvasSurface } from 'canvaskit-wasm/full'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { PictureType } from '../../shared/tool/picture'
import { type PictureHeader, readPictureHeader } from './header'

/** A picture drawn anew: no trailing data, no place or camera, upright, its first frame alone. */
export interface DrawnPicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mediaType: Extract<PictureType, 'image/png' | 'image/jpeg'>
  /** Pixels of what was drawn. */
  readonly width: number
  readonly height: number
  /** Pixels of the file's own picture, upright. */
  readonly originalWidth: number
  readonly originalHeight: number
  readonly originalType: PictureType
}

/** How a picture is drawn: no edge longer than `longEdge` pixels, no more than `limitBytes` of file. */
export interface DrawOptions {
  readonly longEdge: number
  readonly limitBytes: number
}

/** Pixels of a picture that is decoded: the largest usual cameras make 61 million, and 64 take 256 MB. */
const PIXEL_LIMIT = 64_000_000
/** Per cent; below it, edges of letters begin to blur. */
const JPEG_QUALITY = 85

let kit: Promise<CanvasKit> | null = null

/** Decodes, scales down and encodes; throws `too_large` or `corrupt` with a sentence for people. */
export async function drawPicture(
  bytes: Uint8Array,
  { longEdge, limitBytes }: DrawOptions,
): Promise<DrawnPicture> {
  return await openPicture(bytes, (image, canvas, header) => {
    const originalWidth = image.width()
    const originalHeight = image.height()
    const factor = Math.min(1, longEdge / Math.max(originalWidth, originalHeight))
    const width = Math.max(1, Math.round(originalWidth * factor))
    const height = Math.max(1, Math.round(originalHeight * factor))
    const photo = header.mediaType === 'image/jpeg'
    const whole = encode(canvas, image, width, height, photo)
    // Sharp where that is small enough; what is as large as a photo is one.
    const drawn =
      photo || whole.length <= limitBytes
        ? { bytes: whole, photo }
        : { bytes: encode(canvas, image, width, height, true), photo: true }
    if (drawn.bytes.length > limitBytes) {
      throw new AppError('too_large', say('picture.does_not_fit', { limit: limitBytes }))
    }
    return {
      bytes: drawn.bytes,
      mediaType: drawn.photo ? 'image/jpeg' : 'image/png',
      width,
      height,
      originalWidth,
      originalHeight,
      originalType: header.mediaType,
    }
  })
}

/** Decodes a picture for the time of one callback; throws `unsupported`, `too_large` or `corrupt` with a sentence. */
export async function openPicture<Result>(
  bytes: Uint8Array,
  use: (image: CanvasImage, canvas: CanvasKit, header: PictureHeader) => Result,
): Promise<Result> {
  const header = readPictureHeader(bytes)
  if (header === null) throw new AppError('unsupported', say('picture.none'))
  refuseUnsound(header)
  kit ??= import('canvaskit-wasm/full').then(({ default: load }) => load())
  const canvas = await kit
  const image = canvas.MakeImageFromEncoded(bytes)
  if (image === null) throw new AppError('corrupt', say('picture.damaged'))
  try {
    return use(image, canvas, header)
  } finally {
    image.delete()
  }
}

/**
 * Draws a picture to a size, on white where `onWhite`, and gives the surface to a callback. Throws `too_large` where
 * memory does not suffice.
 */
export function withDrawn<Result>(
  canvas: CanvasKit,
  image: CanvasImage,
  { width, height, onWhite }: { readonly width: number; readonly height: number; readonly onWhite: boolean },
  use: (surface: CanvasSurface) => Result,
): Result {
  const surface = canvas.MakeSurface(width, height)
  if (surface === null) throw new AppError('too_large', say('picture.no_memory'))
  try {
    const { FilterMode, MipmapMode, WHITE } = canvas
    const target = surface.getCanvas()
    if (onWhite) target.clear(WHITE)
    const from = [0, 0, image.width(), image.height()]
    const to = [0, 0, width, height]
    target.drawImageRectOptions(image, from, to, FilterMode.Linear, MipmapMode.Nearest, null)
    return use(surface)
  } finally {
    surface.delete()
  }
}

/**
 * Before anything is decoded: what is declared decides how much memory decoding takes. Throws `too_large` for too many
 * pixels, `corrupt` where the size is missing or the data breaks off.
 */
export function refuseUnsound({ width, height, sound }: PictureHeader): void {
  if (width * height > PIXEL_LIMIT) {
    const millions = PIXEL_LIMIT / 1_000_000
    throw new AppError('too_large', say('picture.too_many_pixels', { width, height, millions }))
  }
  if (width === 0 || height === 0) throw new AppError('corrupt', say('picture.no_size'))
  if (!sound) throw new AppError('corrupt', say('picture.cut'))
}

function encode(
  canvas: CanvasKit,
  image: CanvasImage,
  width: number,
  height: number,
  photo: boolean,
): Uint8Array<ArrayBuffer> {
  // JPEG knows nothing transparent; paper is white.
  return withDrawn(canvas, image, { width, height, onWhite: photo }, (surface) => {
    const { ImageFormat } = canvas
    const snapshot = surface.makeImageSnapshot()
    try {
      const bytes = snapshot.encodeToBytes(photo ? ImageFormat.JPEG : ImageFormat.PNG, JPEG_QUALITY)
      if (bytes === null) throw new AppError('internal', say('picture.not_encoded'))
      // A copy of its own: the other one may lie in the memory of the module.
      return new Uint8Array(bytes)
    } finally {
      snapshot.delete()
    }
  })
}

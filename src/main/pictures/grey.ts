import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { openPicture, withDrawn } from './draw'

/** Pixels of a picture in grey: an A3 page at 300 dots an inch, and 64 MB while it is drawn. */
const MAX_PIXELS = 16_000_000
/** Pixels of an edge of what text recognition takes: its engine counts them in 15 bits. */
export const LONGEST_EDGE = 32_000
/** Pixels of the longer edge up to which a picture is enlarged, twice at most: letters of a screen are small. */
const ENLARGED_EDGE = 2400

/** Decodes a picture, upright and on white, to one byte a pixel, at a size that its letters can be read at. */
export async function drawGrey(
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number; readonly grey: Uint8Array }> {
  return await openPicture(bytes, (image, canvas) => {
    const [wide, high] = [image.width(), image.height()]
    const longer = Math.max(wide, high)
    const enlarged = Math.min(2, Math.max(1, ENLARGED_EDGE / longer))
    const factor = Math.min(enlarged, Math.sqrt(MAX_PIXELS / (wide * high)), LONGEST_EDGE / longer)
    const width = Math.max(1, Math.round(wide * factor))
    const height = Math.max(1, Math.round(high * factor))
    return withDrawn(canvas, image, { width, height, onWhite: true }, (surface) => {
      const pixels = surface.getCanvas().readPixels(0, 0, {
        ...{ width, height },
        colorType: canvas.ColorType.RGBA_8888,
        alphaType: canvas.AlphaType.Unpremul,
        colorSpace: canvas.ColorSpace.SRGB,
      })
      if (pixels === null) throw new AppError('too_large', say('picture.no_memory'))
      return { width, height, grey: toGrey(pixels, 0, width * 4, width, height) }
    })
  })
}

/** Brightness of pixels of four bytes, red first, by ITU-R BT.601 in 256ths. */
export function toGrey(
  pixels: Uint8Array,
  start: number,
  stride: number,
  width: number,
  height: number,
): Uint8Array {
  const grey = new Uint8Array(width * height)
  let to = 0
  for (let row = 0; row < height; row++) {
    let from = start + row * stride
    for (let column = 0; column < width; column++) {
      const red = pixels[from] ?? 0
      const green = pixels[from + 1] ?? 0
      const blue = pixels[from + 2] ?? 0
      grey[to++] = (red * 77 + green * 150 + blue * 29) >> 8
      from += 4
    }
  }
  return grey
}

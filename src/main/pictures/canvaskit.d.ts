/** The part of CanvasKit that draws pictures anew; its own declarations can't be found through its `exports`. */
declare module 'canvaskit-wasm/full' {
  /** A picture in the memory of the WebAssembly module, which no garbage collector frees. */
  export interface CanvasImage {
    width(): number
    height(): number
    encodeToBytes(format: unknown, quality: number): Uint8Array | null
    delete(): void
  }
  export interface CanvasSurface {
    getCanvas(): {
      clear(color: Float32Array): void
      drawImageRectOptions(
        image: CanvasImage,
        from: readonly number[],
        to: readonly number[],
        filter: unknown,
        mipmap: unknown,
        paint: null,
      ): void
      /** Null where there is not enough memory. */
      readPixels(
        left: number,
        top: number,
        info: {
          readonly width: number
          readonly height: number
          readonly colorType: unknown
          readonly alphaType: unknown
          readonly colorSpace: unknown
        },
      ): Uint8Array | null
    }
    makeImageSnapshot(): CanvasImage
    delete(): void
  }
  export interface CanvasKit {
    readonly ImageFormat: { readonly PNG: unknown; readonly JPEG: unknown }
    readonly FilterMode: { readonly Linear: unknown }
    readonly MipmapMode: { readonly Nearest: unknown }
    readonly WHITE: Float32Array
    readonly ColorType: { readonly RGBA_8888: unknown }
    readonly AlphaType: { readonly Unpremul: unknown }
    readonly ColorSpace: { readonly SRGB: unknown }
    /** The first picture in the bytes, upright; null where they can't be decoded. */
    MakeImageFromEncoded(bytes: Uint8Array): CanvasImage | null
    MakeSurface(width: number, height: number): CanvasSurface | null
  }
  export default function load(): Promise<CanvasKit>
}

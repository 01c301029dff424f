/** The part of CanvasKit that draws pictures anew; its own declarations can't be found through its `exports`. */
declare module 'canvaskit-wasm/full' {
  /** A picture in the memory of the WebAssembly module, which no garbage collector frees. */
  export interface CanvasImage {
    width(): number
    height(): number
    encodeToBytes(format: unknown, quality: number): Uint8Array | null
    delete(): void
  }
  export interface CanvasKit {
    readonly ImageFormat: { readonly PNG: unknown; readonly JPEG: unknown }
    readonly FilterMode: { readonly Linear: unknown }
    readonly MipmapMode: { readonly Nearest: unknown }
    readonly WHITE: Float32Array
    /** The first picture in the bytes, upright; null where they can't be decoded. */
    MakeImageFromEncoded(bytes: Uint8Array): CanvasImage | null
    MakeSurface(
      width: number,
      height: number,
    ): {
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
      }
      makeImageSnapshot(): CanvasImage
      delete(): void
    } | null
  }
  export default function load(): Promise<CanvasKit>
}

import { init } from '@embedpdf/pdfium'

/** The functions of PDFium's C interface that are used here; pointers and handles are numbers. */
export type PdfiumExports = {
  readonly memory: WebAssembly.Memory
  malloc(size: number): number
  free(pointer: number): void
  FPDF_InitLibrary(): void
  FPDF_LoadMemDocument(data: number, size: number, password: number): number
  FPDF_GetLastError(): number
  FPDF_CloseDocument(document: number): void
  FPDF_GetPageCount(document: number): number
  FPDF_GetFormType(document: number): number
  FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number
  FPDF_GetPageLabel(document: number, index: number, buffer: number, length: number): number
  FPDF_LoadPage(document: number, index: number): number
  FPDF_ClosePage(page: number): void
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDF_GetPageBoundingBox(page: number, rectangle: number): number
  FPDFPage_CountObjects(page: number): number
  FPDFPage_GetAnnotCount(page: number): number
  FPDFPage_GetAnnot(page: number, index: number): number
  FPDFPage_CloseAnnot(annotation: number): void
  FPDFAnnot_GetSubtype(annotation: number): number
  FPDFAnnot_GetFlags(annotation: number): number
  FPDFAnnot_GetAP(annotation: number, mode: number, buffer: number, length: number): number
  EPDFAnnot_GenerateAppearance(annotation: number): number
  EPDFAnnot_GenerateFormFieldAP(annotation: number): number
  EPDFAnnot_Flatten(page: number, annotation: number): number
  FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void
  FPDFBitmap_Create(width: number, height: number, alpha: number): number
  FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    color: number,
  ): number
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_Destroy(bitmap: number): void
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(textPage: number): void
  FPDFText_CountChars(textPage: number): number
  FPDFText_GetUnicode(textPage: number, index: number): number
  FPDFText_IsGenerated(textPage: number, index: number): number
  FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number
  FPDFText_GetCharBox(
    textPage: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
  FPDFText_GetLooseCharBox(textPage: number, index: number, rectangle: number): number
  FPDFText_CountRects(textPage: number, start: number, count: number): number
  FPDFText_GetRect(
    textPage: number,
    index: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ): number
  FPDFBookmark_GetFirstChild(document: number, bookmark: number): number
  FPDFBookmark_GetNextSibling(document: number, bookmark: number): number
  FPDFBookmark_GetTitle(bookmark: number, buffer: number, length: number): number
  FPDFBookmark_GetDest(document: number, bookmark: number): number
  FPDFBookmark_GetAction(bookmark: number): number
  FPDFAction_GetDest(document: number, action: number): number
  FPDFDest_GetDestPageIndex(document: number, destination: number): number
}

/** One PDFium with its own heap; it belongs to one thread. */
export type Pdfium = {
  readonly api: PdfiumExports
  /** The heap as it is now; a view is void after any call that allocates, so never keep one. */
  heap(): Uint8Array
}

/** A heap never shrinks; one that grew past this is given up after its document (bytes). */
const MAX_IDLE_HEAP_BYTES = 256 * 1024 * 1024

let current: Promise<Pdfium> | undefined

async function load(): Promise<Pdfium> {
  const { pdfium } = await init({})
  // The package types only malloc and free. What it puts before each other function takes longer than most of them.
  const api = pdfium.wasmExports as PdfiumExports
  const { memory } = api
  api.FPDF_InitLibrary()
  let heap = new Uint8Array(memory.buffer)
  return {
    api,
    heap() {
      // The former memory has no bytes once it has grown.
      if (heap.length === 0) heap = new Uint8Array(memory.buffer)
      return heap
    },
  }
}

/** This thread's PDFium, started on first use (about 30 ms). */
export function loadPdfium(): Promise<Pdfium> {
  current ??= load().catch((error: unknown) => {
    // The next file tries again.
    current = undefined
    throw error
  })
  return current
}

const broken = new WeakSet<Pdfium>()

/** Gives up a PDFium after a crash inside it: its heap can't be trusted, so nothing in it may be freed either. */
export function discardPdfium(pdfium: Pdfium): void {
  broken.add(pdfium)
  current = undefined
}

/** Whether {@link discardPdfium} was called for this instance. */
export function isBroken(pdfium: Pdfium): boolean {
  return broken.has(pdfium)
}

/** Gives up this thread's PDFium if a large document has swollen its heap; call it between documents. */
export function trimPdfium(pdfium: Pdfium): void {
  if (pdfium.heap().byteLength > MAX_IDLE_HEAP_BYTES) current = undefined
}

/** Runs `use` with `size` bytes of zeroed heap and frees them afterwards. */
export function withHeap<Result>(pdfium: Pdfium, size: number, use: (pointer: number) => Result): Result {
  const pointer = pdfium.api.malloc(size)
  if (pointer === 0) throw new RangeError('PDFium is out of memory.')
  try {
    pdfium.heap().fill(0, pointer, pointer + size)
    return use(pointer)
  } finally {
    if (!isBroken(pdfium)) pdfium.api.free(pointer)
  }
}

/** Runs `use` with bytes in the heap, which nothing is left of afterwards. */
export function withBytes<Result>(
  pdfium: Pdfium,
  bytes: Uint8Array,
  use: (pointer: number) => Result,
): Result {
  return withHeap(pdfium, bytes.length, (pointer) => {
    pdfium.heap().set(bytes, pointer)
    try {
      return use(pointer)
    } finally {
      pdfium.heap().fill(0, pointer, pointer + bytes.length)
    }
  })
}

/** Reads a UTF-16LE string by PDFium's usual two calls: one for the length in bytes, one to fill the buffer. */
export function readUtf16(pdfium: Pdfium, fill: (buffer: number, length: number) => number): string {
  const bytes = fill(0, 0)
  // Two bytes are the terminator alone. A megabyte of title or bookmark is an attack or damage.
  if (bytes <= 2 || bytes > 1024 * 1024) return ''
  return withHeap(pdfium, bytes, (pointer) => {
    fill(pointer, bytes)
    const view = pdfium.heap().subarray(pointer, pointer + bytes - 2)
    return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('utf16le').toWellFormed()
  })
}

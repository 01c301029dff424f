/** Bytes in a megabyte, as people are told sizes. */
const MB = 1_000_000

/** A PDF is held whole in a 32-bit WebAssembly heap of at most 2 GiB, beside what its pages need. */
export const MAX_PDF_BYTES = 512 * MB

/** A text becomes one string that is copied between threads; more than this is a log or a dump, not a document. */
export const MAX_TEXT_BYTES = 64 * MB

/** A DOM takes 20–50 times the source's size; above this HTML is read as a stream of tags instead. */
export const MAX_DOM_HTML_BYTES = 2 * MB

/** Browsers stop at 512; readers of a DOM recurse, and some of them take quadratic time in depth. */
export const MAX_DOM_DEPTH = 512

/** More pages than any book; a small file can claim millions by naming one page again and again. */
export const MAX_PDF_PAGES = 20_000

/** Characters of text in one document: what {@link MAX_TEXT_BYTES} of ASCII would hold. */
export const MAX_DOCUMENT_CHARACTERS = 64 * MB

/** Bytes at the start of a file that are looked at to tell its format. */
export const DETECTION_BYTES = 4096

/** Pages between two progress messages: about ten a second at the usual speed. */
export const PAGES_PER_PROGRESS = 20

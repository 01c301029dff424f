/** Bytes in a megabyte, as people are told sizes. */
const MB = 1_000_000

/** A PDF is held whole in a 32-bit WebAssembly heap of at most 2 GiB, beside what its pages need. */
export const MAX_PDF_BYTES = 512 * MB

/** A text becomes one string that is copied between threads; more than this is a log or a dump, not a document. */
export const MAX_TEXT_BYTES = 64 * MB

/** More pages than any book; a small file can claim millions by naming one page again and again. */
export const MAX_PDF_PAGES = 20_000

/** Characters of text in one document: what {@link MAX_TEXT_BYTES} of ASCII would hold. */
export const MAX_DOCUMENT_CHARACTERS = 64 * MB

/** Bytes at the start of a file that are looked at to tell its format. */
export const DETECTION_BYTES = 4096

/** Pages between two progress messages: about ten a second at the usual speed. */
export const PAGES_PER_PROGRESS = 20

/** Bytes of a ZIP-based document (Office, OpenDocument, EPUB): its text is a small part of it, the rest are pictures. */
export const MAX_PACKAGE_BYTES = 512 * MB

/** Bytes of an Office file of before 2007, or of a message of Outlook, which are held whole; most of large ones are pictures. */
export const MAX_COMPOUND_BYTES = 128 * MB

/** Streams and storages of such a file that are looked at; a message to a thousand people has some twenty thousand. */
export const MAX_COMPOUND_ENTRIES = 50_000

/** Entries of a ZIP archive that are looked at; a presentation of a thousand slides has some ten thousand. */
export const MAX_ZIP_ENTRIES = 50_000

/** Bytes that one entry may unpack to, counted while unpacking; the sizes that an archive declares are not believed. */
export const MAX_ENTRY_BYTES = 128 * MB

/** Bytes that all entries read from one archive may unpack to. */
export const MAX_UNPACKED_BYTES = 512 * MB

/** Bytes that all files of an archive of documents may unpack to together. */
export const MAX_ARCHIVE_BYTES = 2000 * MB

/** Files of an archive of documents that are taken: as many as one drop may bring. */
export const MAX_ARCHIVE_ENTRIES = 10_000

/** A file that unpacks to more than so many times its packed size is a trap; logs come to a hundred. */
export const MAX_UNPACK_RATIO = 200

/** Up to this size (bytes) no ratio is looked at: a small file may be all the same. */
export const UNPACK_RATIO_FROM_BYTES = 10 * MB

/** Elements inside each other in an XML part; Office stops far below. */
export const MAX_XML_DEPTH = 256

/** Open elements inside each other in a web page, which the parser takes seconds for: its time grows with their square. */
export const MAX_HTML_DEPTH = 100_000

/** Cells of a row that are read: what the widest spreadsheet format allows. */
export const MAX_COLUMNS = 16_384

/** Columns of a sheet of Excel before 2007 (MS-XLS, 2.5.41: their numbers end at 255). */
export const MAX_OLD_COLUMNS = 256

/** Groups of shapes inside each other on a slide; what people make has three or four. */
export const MAX_SHAPE_DEPTH = 64

/** Columns of a table on a slide: what PowerPoint allows. */
export const MAX_SLIDE_COLUMNS = 75

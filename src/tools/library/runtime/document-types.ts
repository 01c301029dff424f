/** Endings of files that are not the last part of their MIME type. */
const mimeOfEnding = new Map(
  Object.entries({
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    doc: 'application/msword',
    ppt: 'application/vnd.ms-powerpoint',
    xls: 'application/vnd.ms-excel',
    msg: 'application/vnd.ms-outlook',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    epub: 'application/epub+zip',
    fb2: 'application/x-fictionbook+xml',
    ipynb: 'application/x-ipynb+json',
    mhtml: 'multipart/related',
    mht: 'multipart/related',
    ics: 'text/calendar',
    jsonl: 'application/x-ndjson',
    ndjson: 'application/x-ndjson',
    eml: 'message/rfc822',
    tsv: 'text/tab-separated-values',
    htm: 'text/html',
    md: 'text/markdown',
    txt: 'text/plain',
    jpg: 'image/jpeg',
  }),
)

/** A type as a search is asked for it, such as `docx`, `.md` or a MIME type, as documents have it. */
export function mimeOfType(type: string): string {
  const ending = type.toLowerCase().replace(/^\./, '')
  return mimeOfEnding.get(ending) ?? ending
}

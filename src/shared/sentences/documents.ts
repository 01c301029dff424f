import type { Document } from '../contract/document'
import { formatBytes } from '../format-bytes'
import { quoted } from '../text/quoted'
import { counted, inQuotes, number } from './english'

/** What people are told that the library reads. */
const READABLE_FORMATS =
  'PDF, Word, PowerPoint, Excel, OpenDocument, e-books, web pages, Markdown, RTF, e-mail, calendars, notebooks, CSV, JSON and text files'

const kinds: Readonly<Record<string, string>> = {
  // Told of documents that failed before such files were read.
  old_office: 'an Office file of before 2007, which an earlier version could not read (choose “Try again”)',
  other_office: 'a file of another program, such as Publisher, Visio or Project',
  old_powerpoint: 'a presentation of PowerPoint 95 or older (save it as .pptx)',
  binary_workbook: 'a binary workbook (save it as .xlsx)',
  iwork: 'a document of Pages, Numbers or Keynote (export it as PDF, or for Word, Excel or PowerPoint)',
  word_perfect: 'a document of WordPerfect (save it as .docx)',
  one_note: 'a section of OneNote (export it as PDF or for Word)',
  kindle: 'an e-book for the Kindle (convert it to EPUB)',
  djvu: 'a DjVu file (save it as PDF)',
  postscript: 'a PostScript file (save it as PDF)',
  other_picture: 'a picture in a format whose text can’t be read here (save it as PNG, JPEG or PDF)',
  recording: 'a recording of sound or film',
  compressed: 'a compressed file (unpack it, and add what is in it)',
  other_archive: 'an archive of another kind than ZIP (unpack it, and add what is in it)',
  zip: 'a ZIP archive',
  program: 'a program',
  database: 'a database',
}
/** A document that is complete can be read. */
type UnreadStatus = Exclude<Document['status'], 'complete'>

/** Why such a document can’t be read. */
export const unreadStatuses: Readonly<Record<UnreadStatus, string>> = {
  pending: 'it is waiting',
  processing: 'it is being read',
  cancelled: 'it was cancelled',
  error: 'it failed',
}
const toRead =
  'switch on “Read text in pictures and scans” in the settings, or choose “Read with OCR” for this document in the library.'
/** Why a document could not be read. */
export const documentSentences = {
  'document.no_file': ({ path }: { path: string }) => `There is no file ${path}, or it can’t be read.`,
  'document.no_longer_there': () => 'The file is no longer there. Nothing was added.',
  'document.gone': () => 'The file is no longer there.',
  'document.not_allowed': () => 'Your user account may not read this file.',
  'document.folder': () => 'This is a folder. Name one file in it.',
  'document.not_regular': () => 'This is not a regular file.',
  'document.over_limit': ({ size, limit }: { size: number; limit: number }) =>
    `This file has ${formatBytes(size)}; the library takes at most ${formatBytes(limit)}. Nothing was added.`,
  'document.too_large': ({ size, limit }: { size: number; limit: number }) =>
    `This file has ${formatBytes(size)}; the limit is ${formatBytes(limit)}.`,
  'document.empty': () => 'This file is empty (0 bytes), so there is nothing to add.',
  'document.not_read': ({ kind }: { kind: string }) =>
    `This is ${kinds[kind] ?? kind}; Countersign reads ${READABLE_FORMATS}.`,
  'document.not_text': () =>
    `This file is not text, and its format is not one that Countersign reads (${READABLE_FORMATS}).`,
  'document.no_text': () =>
    'This file holds no text (only white space or markup), so there is nothing to add.',
  'document.word_damaged': () => 'This Word document is damaged: its text is missing.',
  'document.copy_protected': () => 'This e-book is protected against copying, so its text can’t be read.',
  'document.message_damaged': () => 'This message is damaged: its parts can’t be told apart.',
  'document.protected': () => 'This file is protected by a password. Save it without one and add it again.',
  'document.content_missing': () => 'This file is damaged: its content is missing.',
  'document.nested_too_deep': () => 'This file is damaged: its parts are nested too deep.',
  'document.too_many_parts': ({ count }: { count: number }) =>
    `This file holds ${number(count)} parts; that is no document.`,
  'document.part_twice': () => 'This file is damaged: it holds a part twice.',
  'document.unpacks_too_large': ({ limit }: { limit: number }) =>
    `This file unpacks to more than ${formatBytes(limit)}, which no document needs. It was not read further.`,
  'document.compound_damaged': () =>
    'This file is damaged or incomplete: the parts that it is made of can’t be told apart.',
  'document.not_unpacked': () => 'This file is damaged: its archive can’t be unpacked.',
  'document.no_slides': () => 'This presentation has no slides.',
  'document.slides_damaged': () => 'This presentation is damaged: its list of slides is missing.',
  'document.sheets_damaged': () => 'This workbook is damaged: its list of sheets is missing.',
  'document.too_much_text': ({ limit }: { limit: number }) =>
    `This document holds more than ${number(limit)} characters of text.`,
  'document.picture': () => `This is a picture. To have the text in it read, ${toRead}`,
  'document.picture_without_text': () => 'Text recognition found no text in this picture.',
  'document.picture_cut': () => 'This is a picture, but only its beginning is there.',
  'document.changed_since': () =>
    'The file changed after it was chosen, so it was not added. Restart the ingest to take it as it is now.',
  'document.same_content': ({ title }: { title: string }) =>
    `The same content is in this collection already, as “${title}”.`,
  'document.recognized_less': () => 'The text in some of its pictures could not be read again.',
  'document.not_read_again': ({ why }: { why: string }) =>
    `Reading it again failed, so what was read before stays. ${why}`,
  'document.not_renewed': ({ why }: { why: string }) =>
    `Its new version could not be read, so the former one stays. ${why}`,
  'document.stopped': () => 'Stopped before it was done. The file itself was not changed.',
  'document.took_too_long': ({ seconds }: { seconds: number }) =>
    `Reading this file took longer than ${seconds} s and was stopped. The file itself was not changed.`,
  'document.page_took_too_long': ({ seconds }: { seconds: number }) =>
    `One page of this file took longer than ${seconds} s to read, so it was stopped. The file itself was not changed.`,
  'document.too_much_memory': () => 'Reading this file needs more memory than is allowed.',
  'document.crashed': () => 'This file made its reader crash, so it was left out. Nothing else is affected.',
  'document.no_result': () => 'The work on this document ended without a result. Restart its ingest.',
  'document.passages_missing': () => 'Not every passage of this document was stored. Restart its ingest.',
  'document.unread': ({ title, why }: { title: string; why: string }) =>
    `“${title}” can’t be read yet: ${why}`,
  'document.unread_status': ({ title, status }: { title: string; status: UnreadStatus }) =>
    `“${title}” can’t be read yet: ${unreadStatuses[status]}.`,
  'document.original_missing': ({ title }: { title: string }) =>
    `The file of “${title}” is not in the library yet: it is copied there when it is read.`,
  'document.original_changed': ({ title }: { title: string }) =>
    `A new version of “${title}” came while its file was fetched, so nothing was saved. Save it again.`,
  'document.deleted': () => 'The document is gone.',
  'document.none': ({ id }: { id: string }) => `There is no document ${id} in the library.`,
  'document.called_so': ({
    id,
    documents,
    more,
  }: {
    id: string
    documents: readonly string[]
    more: number
  }) => {
    const all = `${documents.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`
    return documents.length === 1
      ? `${inQuotes(id)} is the title of a document and not its id, which is ${all}.`
      : `${number(documents.length + more)} documents are called ${inQuotes(id)}. Give the id of the one that is meant: ${all}.`
  },
  'document.no_pages': () => 'This document has no pages; its text can be shown instead.',
  'document.no_page': ({ page, pages }: { page: number; pages: number }) =>
    `There is no page ${page}: the document has ${pages}.`,
  'document.text_gone': () => 'The text of this document is not there.',
  'document.changed_again': ({ title }: { title: string }) =>
    `“${title}” was changed again since, or what it was before is no longer kept. Nothing was done.`,
  'document.no_password_wanted': () => 'This document does not wait for a password.',
  'recognition.picture': () => 'The text in a picture could not be read.',
  'recognition.incomplete': ({ part }: { part: string }) =>
    `Text recognition is not complete in this installation (${part} is missing). Install Countersign again, or switch “Read text in pictures and scans” off in the settings.`,
  'pdf.locked': () =>
    'This PDF is locked with a password. Open it in the Library of Countersign’s window, which asks for the password.',
  'pdf.wrong_password': () => 'This password does not open the PDF. Nothing was changed; try another one.',
  'pdf.protected': () => 'This PDF is protected by a scheme that Countersign cannot open.',
  'pdf.damaged': () =>
    'This PDF is damaged or incomplete and could not be read. The file itself was not changed.',
  'pdf.no_page_read': () => 'This PDF is damaged: none of its pages could be read.',
  'pdf.changed': () => 'The file changed while it was being read. Add it again.',
  'pdf.no_memory': () => 'There is not enough memory to open this PDF.',
  'pdf.too_large': ({ size, limit }: { size: number; limit: number }) =>
    `This PDF has ${formatBytes(size)}; the limit is ${formatBytes(limit)}.`,
  'pdf.too_many_pages': ({ pages, limit }: { pages: number; limit: number }) =>
    `This PDF claims ${pages} pages; the limit is ${limit}.`,
  'pdf.too_much_text': ({ limit }: { limit: number }) =>
    `This PDF holds more than ${limit} characters of text.`,
  'pdf.no_page': ({ page, pages }: { page: number; pages: number }) =>
    `There is no page ${page}; the document has ${pages}.`,
  'pdf.page_damaged': ({ page }: { page: number }) => `Page ${page} is damaged and cannot be shown.`,
  'pdf.page_text_damaged': ({ page }: { page: number }) => `The text of page ${page} is damaged.`,
  'pdf.page_too_large': () => 'This page is too large to be drawn.',
  'pdf.blank': ({ pages }: { pages: number }) =>
    `${pictures(pages)} without text, or blank, so there is nothing to search.`,
  'pdf.scan': ({ pages }: { pages: number }) =>
    `${pictures(pages)} without text (a scan?). To have them read, ${toRead}`,
  'pdf.nothing_recognized': ({ pages }: { pages: number }) =>
    `Text recognition found no text on ${pages === 1 ? 'the page' : `the ${pages} pages`} of this PDF.`,
  'adding.link': () => 'It is a symbolic link; add what it points to.',
  'adding.format': () => `Countersign reads ${READABLE_FORMATS}.`,
  'adding.picture': () =>
    'It is a picture. To have its text read, switch on “Read text in pictures and scans” in the settings.',
  'adding.special': () => 'It is neither a file nor a folder.',
  'adding.gone': () => 'It is not there, or can’t be read.',
  'adding.limit': ({ limit }: { limit: number }) =>
    `More than ${number(limit)} files; the rest was left out. Add smaller folders.`,
  'adding.limit_with_archives': ({ limit }: { limit: number }) =>
    `More than ${number(limit)} files, with those in archives; the rest was left out.`,
  'adding.waits': () => 'It waits for approval in the inbox.',
  'adding.not_taken_here': () => 'Text can’t be taken in here.',
  'adding.no_longer_there': () => 'It is no longer there.',
  'adding.changed': () => 'It changed since it was shown, so it was left out.',
  'archive.nested': () =>
    'It is an archive inside an archive, which is not opened. Take it out and add it by itself.',
  'archive.name': () => 'Its name leads out of the archive, so it was left out.',
  'archive.twice': () => 'The archive holds another file of this name; the first was taken.',
  'archive.password': () =>
    'It is protected by a password inside the archive. Unpack it and add it by itself.',
  'archive.entries': ({ limit }: { limit: number }) =>
    `The archive holds more than ${number(limit)} files; the rest was left out.`,
  'archive.bytes': ({ limit }: { limit: number }) =>
    `The archive unpacks to more than ${formatBytes(limit)}; the rest was left out.`,
  'archive.bomb': () => 'It unpacks to far more than a document would, so it was left out.',
  'archive.nothing': () => 'There is no file in this archive that the library reads.',
  'archive.damaged_entry': ({ why }: { why: string }) => `${why} Other files of it are not affected.`,
  'archive.damaged': () => 'This archive is damaged and could not be unpacked. Nothing was added.',
  'adding.known': ({ title, id }: { title: string; id: string }) =>
    `The same content is in the library already, as “${title}” (document ${id}).`,
  'adding.same_in_it': () => 'Another of these files has the same content.',
  'adding.renews': ({ count }: { count: number }) =>
    count === 1
      ? 'It takes the place of what a document in the library says now.'
      : `It takes the place of what ${counted(count, 'document')} in the library say now.`,
  'adding.document_changed': () => 'Its document changed since it was shown, so it was left out.',
  'adding.known_by_now': ({ title }: { title: string }) => `It is in the library by now, as “${title}”.`,
  'adding.all_known_by_now': () => 'All of it is in the library by now. Nothing was added.',
  'adding.no_collection': () =>
    'The collection that this was to go into is no longer there. Nothing was added.',
  'adding.one_title': () => 'These are many documents, which can’t all have one title.',
  'adding.too_many': ({ name, count, limit }: { name: string; count: number; limit: number }) =>
    `${quoted(name)} holds ${number(count)} files to add; at most ${number(limit)} are added at once. Add it in parts. Nothing was added.`,
  'watch.empty': ({ path }: { path: string }) =>
    `${quoted(path)} is empty now. Its disk may not be connected. Nothing was taken out of the library.`,
  'watch.another_folder': ({ path }: { path: string }) =>
    `At ${quoted(path)} is another folder now, with none of the watched files. Nothing was taken out of the library. To watch the other folder, stop watching this one first.`,
  'watch.looked_again': () => 'The watched folder was looked at again since. Nothing was done.',
  'watch.away': ({ path }: { path: string }) =>
    `${quoted(path)} is not there now. It may be on a disk that is not connected. Nothing was taken out of the library.`,
  'watch.not_allowed': ({ path }: { path: string }) =>
    `${quoted(path)} may not be read by your user account. Nothing was taken out of the library.`,
  'watch.not_read': ({ path }: { path: string }) =>
    `${quoted(path)} can’t be read now. Nothing was taken out of the library.`,
  'watch.too_many': ({ path, limit }: { path: string; limit: number }) =>
    `${quoted(path)} has more than ${number(limit)} files that the library reads. Watch smaller folders.`,
  'watch.none': ({ id }: { id: string }) => `There is no watched folder ${id}.`,
  'watch.no_collection': () =>
    'The collection that this folder is watched for was deleted. Bring it back, or stop watching the folder.',
  'watch.leads_elsewhere': ({ path }: { path: string }) => `${quoted(path)} leads somewhere else now.`,
  'watch.file': ({ path }: { path: string }) => `${quoted(path)} is a file. Name the folder that it is in.`,
  'watch.already': ({ path }: { path: string }) => `${quoted(path)} is watched already.`,
  'watch.inside': ({ path, other }: { path: string; other: string }) =>
    `${quoted(path)} and ${quoted(other)}, which is watched already, are one inside the other. Stop watching that one first.`,
}

function pictures(pages: number): string {
  return pages === 1 ? 'The page of this PDF is a picture' : `The ${pages} pages of this PDF are pictures`
}

import { counted, type Told, toldInWords } from './english'

/** Some of so many; `pages` are numbers, the first of them. */
interface SomePages {
  readonly count: number
  readonly total: number
  readonly pages: string
}

/** What an extractor could not do with a document. */
export const extractionSentences = {
  'extraction.damaged_pages': ({ count, total, pages }: SomePages) =>
    `${count} of ${total} pages are damaged and were left out (${pages}).`,
  'extraction.unrecognized_pages': ({ count, total, pages }: SomePages) =>
    `${count} of ${total} pages are pictures whose text could not be read (${pages}).`,
  'extraction.picture_pages': ({ count, total, pages }: SomePages) =>
    `${count} of ${total} pages are pictures without text, and text recognition was not asked to read them (${pages}).`,
  'extraction.missing_slides': ({ count, total, pages }: SomePages) =>
    `${count} of ${total} slides are missing in the file (${pages}).`,
  'extraction.missing_sheets': ({ count, total, ...names }: Told & { count: number; total: number }) =>
    `${count} of ${total} sheets are missing in the file: ${toldInWords(names)}.`,
  'extraction.missing_chapters': ({ count, total }: { count: number; total: number }) =>
    `${count} of ${total} chapters are missing in the file.`,
  'extraction.replaced_characters': ({ count }: { count: number }) =>
    count === 1
      ? '1 character could not be read and stands in the text as “�”.'
      : `${counted(count, 'character')} could not be read and stand in the text as “�”.`,
  'extraction.guessed_encoding': ({ encoding }: { encoding: string }) =>
    `The file does not say how its letters are encoded; it was read as ${encoding}. If letters look wrong, save it as UTF-8 and add it again.`,
  'extraction.damaged_messages': ({ count, total }: { count: number; total: number }) =>
    `${count} of ${total} messages are damaged and were left out.`,
  'extraction.attachments': ({ count, ...names }: Told & { count: number }) =>
    count === 1
      ? `What is attached is named but not read: ${toldInWords(names)}.`
      : `${counted(count, 'attached file')} are named but not read: ${toldInWords(names)}.`,
  'extraction.not_json': () => 'The file is not valid JSON and was taken as text.',
  'extraction.not_json_lines': ({ count, total }: { count: number; total: number }) =>
    `${count} of ${total} lines are not JSON and were taken as text.`,
  'extraction.cut_rows': ({ count, limit }: { count: number; limit: number }) =>
    `${counted(count, 'repeated row')} were left out: of rows that are the same the first ${limit} are taken.`,
  'extraction.cut_columns': ({ count, limit }: { count: number; limit: number }) =>
    `${counted(count, 'cell')} to the right of column ${limit} were left out.`,
}

import type { RecognitionLanguage } from '../../shared/recognition'
import { formatNumber } from './language'

const languages: Readonly<Record<RecognitionLanguage, string>> = { eng: 'English', deu: 'German' }

/** The English texts of text recognition. */
export const recognitionEn = {
  title: 'Text in pictures',
  intro:
    'Scanned PDFs and pictures hold no text to search. It can be read from what they show (OCR): on this machine, nothing is sent anywhere.',
  on: 'Read text in pictures and scans',
  onText:
    'When documents come into the library: pages without text, PNG, JPEG, WebP and GIF files. It takes some seconds a page; other documents do not wait for it.',
  languages: 'Languages',
  languagesText: 'Each one more makes reading slower. One has to stay chosen.',
  languageNames: languages,
  action: 'Read with OCR',
  of: (title: string) => `Read “${title}” with OCR`,
  all: (n: number) => `Read ${formatNumber(n)} with OCR`,
  readAll: 'Read all with OCR',
  status: 'Without text',
  reason: 'It has pictures and no text. “Read with OCR” reads what they show, on this machine.',
  some: 'Ready in part',
  someText:
    'Some of its pages are pictures whose text was not read, or could not be: searches don’t find it.',
  filter: (n: number) => `Without text (${formatNumber(n)})`,
  skipped:
    'It is a picture. To have its text read, switch on “Read text in pictures and scans” in the settings.',
}

import { formatNumber } from './language'
import type { recognitionEn } from './recognition-en'

/** The German texts of text recognition. */
export const recognitionDe: typeof recognitionEn = {
  title: 'Text in Bildern',
  intro:
    'Eingescannte PDFs und Bilder enthalten keinen Text, der sich durchsuchen lässt. Er kann aus dem gelesen werden, was sie zeigen (OCR): auf diesem Rechner, es wird nichts verschickt.',
  on: 'Text in Bildern und Scans lesen',
  onText:
    'Wenn Dokumente in die Bibliothek kommen: Seiten ohne Text, PNG-, JPEG-, WebP- und GIF-Dateien. Das dauert einige Sekunden je Seite; andere Dokumente warten nicht darauf.',
  languages: 'Sprachen',
  languagesText: 'Jede weitere macht das Lesen langsamer. Eine muss gewählt bleiben.',
  languageNames: { eng: 'Englisch', deu: 'Deutsch' },
  action: 'Mit OCR lesen',
  of: (title: string) => `„${title}“ mit OCR lesen`,
  all: (n: number) => `${formatNumber(n)} mit OCR lesen`,
  readAll: 'Alle mit OCR lesen',
  status: 'Ohne Text',
  reason: 'Es hat Bilder und keinen Text. „Mit OCR lesen“ liest, was sie zeigen, auf diesem Rechner.',
  some: 'Teils bereit',
  someText:
    'Einige seiner Seiten sind Bilder, deren Text nicht gelesen wurde oder werden konnte: Suchen finden ihn nicht.',
  filter: (n: number) => `Ohne Text (${formatNumber(n)})`,
  skipped:
    'Das ist ein Bild. Damit sein Text gelesen wird, „Text in Bildern und Scans lesen“ in den Einstellungen einschalten.',
}

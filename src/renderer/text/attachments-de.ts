import type { attachmentsEn } from './attachments-en'
import { count, formatNumber, type Widened } from './language'

/** German texts of pictures, files and pages that are attached to messages. */
export const attachmentsDe: Widened<typeof attachmentsEn> = {
  pasted: 'Eingefügtes Bild',
  drawing: (n) => `${count(n, 'Bild wird', 'Bilder werden')} vorbereitet…`,
  attached: (n) => `${count(n, 'Bild', 'Bilder')} an die Nachricht gehängt.`,
  open: (title) => `${title} größer zeigen`,
  close: 'Schließen',
  size: (width, height) => `${formatNumber(width)} × ${formatNumber(height)} Pixel`,
  notPicture: (name) =>
    `${name} ist kein Bild, das angehängt werden kann. Wähle eine PNG-, JPEG-, GIF- oder WebP-Datei.`,
  tooLarge: (name, size) => `${name} ist zu groß zum Anhängen: Die Datei eines Bildes hat höchstens ${size}.`,
  tooManyPixels: (name) =>
    `${name} hat mehr als 64 Millionen Pixel und ist damit zu groß zum Anhängen. Verkleinere es zuerst.`,
  unreadable: (name) =>
    `${name} ist beschädigt und lässt sich nicht als Bild zeigen; es wurde nicht angehängt.`,
  unread: (title, cancelled) =>
    cancelled ? `Das Lesen von „${title}“ wurde abgebrochen.` : `„${title}“ lässt sich nicht lesen.`,
  unreadNext: 'Entferne es, um die Nachricht zu senden.',
  tooMany: (n) => `Eine Nachricht nimmt ${formatNumber(n)} Anhänge. Die anderen wurden nicht angehängt.`,
  notKept: (title) =>
    `${title} ließ sich beim Neuladen nicht behalten und ist nicht mehr angehängt. Hänge es noch einmal an.`,
  notSeen:
    'Das gewählte Modell nimmt keine Bilder an. Es erfährt, dass eines angehängt ist, kann es aber nicht sehen. Das Bild bleibt im Gespräch.',
  offlineNotSeen:
    'Der Offline-Assistent kann keine Bilder ansehen. Sie bleiben im Gespräch, für ein Modell, das es kann.',
  chooseModel: 'Modelle',
  page: (title, page) => `${title}, S. ${formatNumber(page)}`,
  attachPage: (page) => `Nach Seite ${formatNumber(page)} fragen`,
  pageAttached: (title, page) => `Seite ${formatNumber(page)} von „${title}“ ist angehängt.`,
  file: 'Datei',
  note: 'Notiz',
  task: 'Aufgabe',
  asSent: 'Was der Assistent bekam: die Datei, wie sie war, als die Nachricht gesendet wurde.',
}

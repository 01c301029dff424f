import { createContext, useContext } from 'react'
import type { Said } from '../../shared/sentences/sentence'

/** The few words that the building blocks say by themselves, in one language. */
export interface UiWords {
  /** BCP 47 tag for dates and numbers. */
  readonly locale: string
  /** What keys are called, where not as in English. */
  readonly keys: Readonly<Record<string, string>>
  readonly copy: string
  readonly copyCsv: string
  readonly copied: string
  readonly copying: string
  /** What was to be copied took so long to load that the press that asked for it counts no more. */
  readonly copyAgain: string
  readonly copyFailed: string
  readonly close: string
  readonly dismiss: string
  readonly notifications: string
  readonly quoted: (text: string) => string
  readonly image: string
  readonly diagram: string
  readonly code: string
  readonly diagramView: string
  readonly diagramFailed: string
  readonly diagramTooLong: string
  readonly pictureGone: string
  readonly pictureWhole: string
  readonly pictureFit: string
  readonly pixels: (width: number, height: number) => string
  readonly before: string
  readonly after: string
  readonly unknownType: string
  /** A sentence of the main process, given its English words. */
  readonly sentence: (text: string, said: Said | undefined) => string
  readonly firstBytes: string
  readonly justNow: string
  readonly emptyValue: string
  readonly resize: string
  readonly noTextChange: string
  readonly noLineEnd: string
  readonly linesShown: (shown: number, all: number) => string
  readonly showAllLines: (count: number) => string
  readonly showFewerLines: string
  readonly showMore: (count: number) => string
  readonly showWhole: string
  readonly includeHunk: (number: number) => string
  readonly sideBySide: string
  readonly fromLine: (line: number) => string
  readonly addedAndRemoved: (added: number, removed: number) => string
  readonly typeToConfirm: (text: string) => string
  readonly opensAddress: (address: string) => string
  readonly arriving: string
  /** What a row of a tree is, where it is no file. */
  readonly treeKinds: Readonly<Record<'folder' | 'link' | 'other' | 'page', string>>
  readonly treeFiles: (count: number) => string
  readonly treePages: (count: number) => string
  readonly page: (page: number) => string
  readonly pageRange: (from: number, to: number) => string
  readonly classes: {
    readonly read: string
    readonly safe_create: string
    readonly safe_update: string
    readonly destructive_update: string
    readonly destructive_delete: string
  }
}

/** English. */
export const wordsEn: UiWords = {
  locale: 'en',
  keys: {},
  copy: 'Copy',
  copyCsv: 'Copy as CSV',
  copied: 'Copied',
  copying: 'Getting what is to be copied…',
  copyAgain: 'Ready: press once more to copy',
  copyFailed: 'Could not copy',
  close: 'Close',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  quoted: (text) => `“${text}”`,
  image: 'Image, not loaded',
  diagram: 'Diagram',
  code: 'Code',
  diagramView: 'Show as',
  diagramFailed: 'This can’t be drawn as a diagram, so its code is shown.',
  diagramTooLong: 'This diagram is too long to be drawn, so its code is shown.',
  pictureGone: 'The picture is not kept any more.',
  pictureWhole: 'Show in its own size',
  pictureFit: 'Fit to the panel',
  pixels: (width, height) => `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`,
  before: 'Before',
  after: 'After',
  unknownType: 'Not text',
  sentence: (text) => text,
  firstBytes: 'First bytes',
  justNow: 'just now',
  emptyValue: 'empty',
  resize: 'Width of the side panel',
  noTextChange: 'No change in the text.',
  noLineEnd: 'The text ends here, without a line break',
  linesShown: (shown, all) => `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} lines shown`,
  showAllLines: (count) => `Show all ${count.toLocaleString('en')} lines`,
  showFewerLines: 'Show fewer lines',
  showMore: (count) => `Show ${count} more`,
  showWhole: 'Show the whole text',
  includeHunk: (number) => `Include change ${number}`,
  sideBySide: 'Side by side',
  fromLine: (line) => `From line ${line}`,
  addedAndRemoved: (added, removed) => `${added} ${added === 1 ? 'line' : 'lines'} added, ${removed} removed`,
  typeToConfirm: (text) => `Type “${text}” to confirm`,
  opensAddress: (address) => `Opens ${address}`,
  arriving: 'Being written',
  treeKinds: { folder: 'Folder', link: 'Link', other: 'Device or pipe', page: 'Page' },
  treeFiles: (count) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`,
  treePages: (count) => `${count.toLocaleString('en')} ${count === 1 ? 'page' : 'pages'}`,
  page: (page) => `Page ${page}`,
  pageRange: (from, to) => `Pages ${from}–${to}`,
  classes: {
    read: 'Reads',
    safe_create: 'Creates',
    safe_update: 'Updates',
    destructive_update: 'Risky change',
    destructive_delete: 'Deletes',
  },
}

/** German. */
export const wordsDe: UiWords = {
  locale: 'de',
  keys: { Ctrl: 'Strg', Shift: 'Umschalt' },
  copy: 'Kopieren',
  copyCsv: 'Als CSV kopieren',
  copied: 'Kopiert',
  copying: 'Wird zum Kopieren geladen…',
  copyAgain: 'Bereit: Drück noch einmal, um zu kopieren',
  copyFailed: 'Kopieren ging nicht',
  close: 'Schließen',
  dismiss: 'Ausblenden',
  notifications: 'Mitteilungen',
  quoted: (text) => `„${text}“`,
  image: 'Bild, nicht geladen',
  diagram: 'Diagramm',
  code: 'Code',
  diagramView: 'Zeigen als',
  diagramFailed: 'Das lässt sich nicht als Diagramm zeichnen; darum steht hier der Code.',
  diagramTooLong: 'Dieses Diagramm ist zu lang zum Zeichnen; darum steht hier der Code.',
  pictureGone: 'Das Bild wird nicht mehr aufbewahrt.',
  pictureWhole: 'In eigener Größe zeigen',
  pictureFit: 'An die Leiste anpassen',
  pixels: (width, height) => `${width.toLocaleString('de')} × ${height.toLocaleString('de')} Pixel`,
  before: 'Vorher',
  after: 'Nachher',
  unknownType: 'Kein Text',
  sentence: (text) => text,
  firstBytes: 'Erste Bytes',
  justNow: 'gerade eben',
  emptyValue: 'leer',
  resize: 'Breite der Seitenleiste',
  noTextChange: 'Am Text ändert sich nichts.',
  noLineEnd: 'Hier endet der Text, ohne Zeilenumbruch',
  linesShown: (shown, all) => `${shown.toLocaleString('de')} von ${all.toLocaleString('de')} Zeilen gezeigt`,
  showAllLines: (count) => `Alle ${count.toLocaleString('de')} Zeilen zeigen`,
  showFewerLines: 'Weniger Zeilen zeigen',
  showMore: (count) => `${count} weitere zeigen`,
  showWhole: 'Den ganzen Text zeigen',
  includeHunk: (number) => `Änderung ${number} übernehmen`,
  sideBySide: 'Nebeneinander',
  fromLine: (line) => `Ab Zeile ${line}`,
  addedAndRemoved: (added, removed) =>
    `${added} ${added === 1 ? 'Zeile' : 'Zeilen'} hinzugefügt, ${removed} entfernt`,
  typeToConfirm: (text) => `Zur Bestätigung „${text}“ eingeben`,
  opensAddress: (address) => `Öffnet ${address}`,
  arriving: 'Wird gerade geschrieben',
  treeKinds: { folder: 'Ordner', link: 'Verknüpfung', other: 'Gerät oder Pipe', page: 'Seite' },
  treeFiles: (count) => `${count.toLocaleString('de')} ${count === 1 ? 'Datei' : 'Dateien'}`,
  treePages: (count) => `${count.toLocaleString('de')} ${count === 1 ? 'Seite' : 'Seiten'}`,
  page: (page) => `Seite ${page}`,
  pageRange: (from, to) => `Seiten ${from}–${to}`,
  classes: {
    read: 'Liest',
    safe_create: 'Legt an',
    safe_update: 'Ändert',
    destructive_update: 'Riskante Änderung',
    destructive_delete: 'Löscht',
  },
}

/** Give the words of the person's language to everything below. */
export const UiWordsContext = createContext<UiWords>(wordsEn)

/** The words of the language in use. */
export function useWords(): UiWords {
  return useContext(UiWordsContext)
}

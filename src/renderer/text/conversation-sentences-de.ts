import type { conversationSentences } from '../../shared/sentences/conversations'
import { formatNumber, formatSize } from './language'
import { inQuotesDe as inQuotes } from './told-de'

/** What is refused of conversations, their messages and what is attached to them, in German. */
export const conversationSentencesDe: typeof conversationSentences = {
  'conversation.none': () => 'Dieses Gespräch gibt es nicht.',
  'conversation.in_trash': () => 'Dieses Gespräch ist im Papierkorb. Hol es zuerst zurück.',
  'conversation.not_in_trash': () => 'Dieses Gespräch ist nicht im Papierkorb. Nichts wurde gelöscht.',
  'conversation.at_work': () => 'Der Assistent arbeitet in diesem Gespräch. Stoppe ihn zuerst.',
  'conversation.still_at_work': () =>
    'Der Assistent arbeitet noch in diesem Gespräch. Stoppe ihn, oder warte.',
  'conversation.waits': () =>
    'Dieses Gespräch wartet auf eine Entscheidung. Triff sie, und öffne die Anwendung: Dort geht es weiter.',
  'conversation.undecided': () =>
    'Änderungen, die in diesem Gespräch vorgeschlagen wurden, warten auf eine Entscheidung. Entscheide sie zuerst im Eingang.',
  'conversation.entry_damaged': ({ number: entry }) =>
    `Eintrag ${formatNumber(entry)} des Gesprächs ist nicht lesbar. Stelle eine Kopie aus den Sicherungen wieder her.`,
  'conversation.no_folder': () => 'Diesen Ordner gibt es nicht mehr.',
  'conversation.folder_there': ({ name }) => `Einen Ordner ${inQuotes(name)} gibt es schon.`,
  'conversation.closing': () => 'Die Anwendung wird gerade geschlossen. Nichts wurde gesendet.',
  'message.none': () => 'Diese Nachricht gibt es in diesem Gespräch nicht.',
  'message.not_yours': () => 'Nur deine eigenen Nachrichten lassen sich bearbeiten.',
  'message.answers_none': () => 'Es gibt keine Nachricht, auf die dies antwortet.',
  'message.other_branch': () =>
    'Diese Nachricht ist jetzt auf einem anderen Zweig. Nichts wurde gesendet. Zeige ihn zuerst an.',
  'message.joined': () => 'Diese Nachricht gehört schon zum Gespräch und lässt sich nicht zurücknehmen.',
  'message.none_waits': () => 'Hier wartet keine Nachricht mehr.',
  'run.none': () => 'Diesen Lauf gibt es nicht.',
  'attached.not_picture': () =>
    'Das ist kein Bild, das sich anhängen lässt. Wähle eine PNG-, JPEG-, GIF- oder WebP-Datei.',
  'attached.picture_gone': ({ title }) =>
    `Das Bild ${inQuotes(title)} ist nicht mehr aufgehoben. Nichts wurde gesendet. Hänge es neu an.`,
  'attached.not_sent': ({ title }) =>
    `${inQuotes(title)} ist kein Bild, das sich senden lässt. Nichts wurde gesendet. Hänge es neu an.`,
  'attached.refused': ({ title, why }) =>
    `${inQuotes(title)} ließ sich nicht anhängen, also wurde nichts gesendet.${why === '' ? '' : ` ${why}`}`,
  'picture.over_limit': ({ size, limit }) =>
    `Das Bild hat ${formatSize(size)}; höchstens ${formatSize(limit)} werden geöffnet.`,
  'picture.does_not_fit': ({ limit }) => `Das Bild passt nicht in ${formatSize(limit)}.`,
  'picture.none': () => 'Das ist kein Bild.',
  'picture.damaged': () => 'Das Bild ist beschädigt und nicht lesbar.',
  'picture.no_memory': () => 'Der Speicher reicht nicht, um das Bild zu zeichnen.',
  'picture.too_many_pixels': ({ width, height, millions }) =>
    `Das Bild hat ${formatNumber(width)} × ${formatNumber(height)} Pixel; höchstens ${formatNumber(millions)} Millionen werden geöffnet.`,
  'picture.no_size': () => 'Das Bild sagt nicht, wie groß es ist.',
  'picture.cut': () => 'Das Bild ist beschädigt oder abgeschnitten: Ein Teil davon fehlt.',
  'picture.not_encoded': () => 'Das Bild ließ sich nicht speichern.',
  'picture.not_here': () => 'Dieses Bild gibt es hier nicht.',
  'picture.gone': () => 'Das Bild ist nicht mehr aufgehoben.',
  'picture.not_usable': () =>
    'Das ist kein Bild, das sich verwenden lässt. Wähle eine PNG-, JPEG-, GIF- oder WebP-Datei.',
}

import type { documentSentences, unreadStatuses } from '../../shared/sentences/documents'
import { quoted } from '../../shared/text/quoted'
import { count, formatNumber, formatSize } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const FORMATS =
  'PDF, Word, PowerPoint, Excel, OpenDocument, E-Books, Webseiten, Markdown, RTF, E-Mail, Kalender, Notebooks, CSV, JSON und Textdateien'

const kinds: Readonly<Record<string, string>> = {
  old_office:
    'eine Office-Datei aus der Zeit vor 2007, die eine frühere Version nicht lesen konnte (wähle „Noch einmal“)',
  other_office: 'eine Datei eines anderen Programms, etwa Publisher, Visio oder Project',
  old_powerpoint: 'eine Präsentation von PowerPoint 95 oder älter (speichere sie als .pptx)',
  binary_workbook: 'eine binäre Arbeitsmappe (speichere sie als .xlsx)',
  iwork:
    'ein Dokument von Pages, Numbers oder Keynote (exportiere es als PDF oder für Word, Excel oder PowerPoint)',
  word_perfect: 'ein Dokument von WordPerfect (speichere es als .docx)',
  one_note: 'ein Abschnitt von OneNote (exportiere ihn als PDF oder für Word)',
  kindle: 'ein E-Book für den Kindle (wandle es in EPUB um)',
  djvu: 'eine DjVu-Datei (speichere sie als PDF)',
  postscript: 'eine PostScript-Datei (speichere sie als PDF)',
  other_picture:
    'ein Bild in einem Format, dessen Text hier nicht gelesen werden kann (speichere es als PNG, JPEG oder PDF)',
  recording: 'eine Ton- oder Filmaufnahme',
  compressed: 'eine komprimierte Datei (entpacke sie, und füge hinzu, was darin ist)',
  other_archive: 'ein Archiv anderer Art als ZIP (entpacke es, und füge hinzu, was darin ist)',
  zip: 'ein ZIP-Archiv',
  program: 'ein Programm',
  database: 'eine Datenbank',
}
const statuses: typeof unreadStatuses = {
  pending: 'es wartet noch',
  processing: 'es wird gelesen',
  cancelled: 'es wurde abgebrochen',
  error: 'es ist fehlgeschlagen',
}
const toRead =
  'schalte „Text in Bildern und Scans lesen“ in den Einstellungen ein, oder wähle in der Bibliothek „Mit OCR lesen“ für dieses Dokument.'
const pictures = (pages: number) =>
  pages === 1
    ? 'Die Seite dieses PDFs ist ein Bild'
    : `Die ${formatNumber(pages)} Seiten dieses PDFs sind Bilder`

/** Why a document could not be read, in German. */
export const documentSentencesDe: typeof documentSentences = {
  'document.no_file': ({ path }) => `Es gibt keine Datei ${path}, oder sie ist nicht lesbar.`,
  'document.no_longer_there': () => 'Die Datei ist nicht mehr da. Nichts wurde aufgenommen.',
  'document.gone': () => 'Die Datei ist nicht mehr da.',
  'document.not_allowed': () => 'Dein Benutzerkonto darf diese Datei nicht lesen.',
  'document.folder': () => 'Das ist ein Ordner. Nenne eine Datei darin.',
  'document.not_regular': () => 'Das ist keine gewöhnliche Datei.',
  'document.over_limit': ({ size, limit }) =>
    `Diese Datei hat ${formatSize(size)}; die Bibliothek nimmt höchstens ${formatSize(limit)} auf. Nichts wurde aufgenommen.`,
  'document.too_large': ({ size, limit }) =>
    `Diese Datei hat ${formatSize(size)}; die Grenze ist ${formatSize(limit)}.`,
  'document.empty': () => 'Diese Datei ist leer (0 Byte), es gibt also nichts aufzunehmen.',
  'document.not_read': ({ kind }) => `Das ist ${kinds[kind] ?? kind}; Countersign liest ${FORMATS}.`,
  'document.not_text': () =>
    `Diese Datei ist kein Text, und ihr Format gehört nicht zu denen, die Countersign liest (${FORMATS}).`,
  'document.no_text': () =>
    'In dieser Datei ist kein Text (nur Leerzeichen oder Auszeichnung), es gibt also nichts aufzunehmen.',
  'document.word_damaged': () => 'Dieses Word-Dokument ist beschädigt: Sein Text fehlt.',
  'document.copy_protected': () =>
    'Dieses E-Book ist gegen Kopieren geschützt; sein Text lässt sich nicht lesen.',
  'document.message_damaged': () =>
    'Diese Nachricht ist beschädigt: Ihre Teile lassen sich nicht auseinanderhalten.',
  'document.protected': () =>
    'Diese Datei ist mit einem Passwort geschützt. Speichere sie ohne Passwort, und füge sie noch einmal hinzu.',
  'document.content_missing': () => 'Diese Datei ist beschädigt: Ihr Inhalt fehlt.',
  'document.nested_too_deep': () => 'Diese Datei ist beschädigt: Ihre Teile sind zu tief verschachtelt.',
  'document.too_many_parts': ({ count: n }) =>
    `Diese Datei hat ${formatNumber(n)} Teile; das ist kein Dokument.`,
  'document.part_twice': () => 'Diese Datei ist beschädigt: Sie enthält einen Teil doppelt.',
  'document.unpacks_too_large': ({ limit }) =>
    `Diese Datei ergibt entpackt mehr als ${formatSize(limit)}; das braucht kein Dokument. Sie wurde nicht weiter gelesen.`,
  'document.compound_damaged': () =>
    'Diese Datei ist beschädigt oder unvollständig: Die Teile, aus denen sie besteht, lassen sich nicht unterscheiden.',
  'document.not_unpacked': () => 'Diese Datei ist beschädigt: Ihr Archiv lässt sich nicht entpacken.',
  'document.no_slides': () => 'Diese Präsentation hat keine Folien.',
  'document.slides_damaged': () => 'Diese Präsentation ist beschädigt: Die Liste ihrer Folien fehlt.',
  'document.sheets_damaged': () => 'Diese Arbeitsmappe ist beschädigt: Die Liste ihrer Tabellen fehlt.',
  'document.too_much_text': ({ limit }) =>
    `Dieses Dokument enthält mehr als ${formatNumber(limit)} Zeichen Text.`,
  'document.picture': () => `Das ist ein Bild. Soll der Text darin gelesen werden, ${toRead}`,
  'document.picture_without_text': () => 'Die Texterkennung hat in diesem Bild keinen Text gefunden.',
  'document.picture_cut': () => 'Das ist ein Bild, aber nur sein Anfang ist da.',
  'document.changed_since': () =>
    'Die Datei wurde geändert, nachdem sie ausgewählt war, und deshalb nicht aufgenommen. Lies sie neu, um sie so aufzunehmen, wie sie jetzt ist.',
  'document.same_content': ({ title }) =>
    `Derselbe Inhalt ist schon in dieser Sammlung, als ${inQuotes(title)}.`,
  'document.recognized_less': () => 'Der Text in einigen seiner Bilder ließ sich nicht noch einmal lesen.',
  'document.not_read_again': ({ why }) =>
    `Noch einmal lesen ging nicht; was vorher gelesen wurde, bleibt. ${why}`,
  'document.not_renewed': ({ why }) => `Die neue Fassung ließ sich nicht lesen; die vorige bleibt. ${why}`,
  'document.stopped': () => 'Gestoppt, bevor es fertig war. Die Datei selbst wurde nicht geändert.',
  'document.took_too_long': ({ seconds }) =>
    `Diese Datei zu lesen dauerte länger als ${formatNumber(seconds)} s und wurde abgebrochen. Die Datei selbst wurde nicht geändert.`,
  'document.page_took_too_long': ({ seconds }) =>
    `Eine Seite dieser Datei zu lesen dauerte länger als ${formatNumber(seconds)} s und wurde abgebrochen. Die Datei selbst wurde nicht geändert.`,
  'document.too_much_memory': () => 'Diese Datei zu lesen braucht mehr Speicher, als erlaubt ist.',
  'document.crashed': () =>
    'Diese Datei hat das Programm, das sie las, zum Absturz gebracht und wurde ausgelassen. Sonst ist nichts betroffen.',
  'document.no_result': () => 'Die Arbeit an diesem Dokument endete ohne Ergebnis. Lies es neu.',
  'document.passages_missing': () => 'Nicht jede Textstelle dieses Dokuments wurde gespeichert. Lies es neu.',
  'document.unread': ({ title, why }) => `${inQuotes(title)} lässt sich noch nicht lesen: ${why}`,
  'document.unread_status': ({ title, status }) =>
    `${inQuotes(title)} lässt sich noch nicht lesen: ${statuses[status]}.`,
  'document.original_missing': ({ title }) =>
    `Die Datei von ${inQuotes(title)} ist noch nicht in der Bibliothek: Sie kommt hinein, wenn sie gelesen wird.`,
  'document.original_changed': ({ title }) =>
    `Während die Datei von ${inQuotes(title)} geholt wurde, kam eine neue Fassung. Es wurde nichts gespeichert. Speichere sie noch einmal.`,
  'document.deleted': () => 'Das Dokument gibt es nicht mehr.',
  'document.none': ({ id }) => `In der Bibliothek gibt es kein Dokument ${id}.`,
  'document.called_so': ({ id, documents, more }) => {
    const all = `${documents.join(', ')}${more > 0 ? ` und ${formatNumber(more)} weitere` : ''}`
    return documents.length === 1
      ? `${inQuotes(id)} ist der Titel eines Dokuments und nicht seine Kennung; die ist ${all}.`
      : `${formatNumber(documents.length + more)} Dokumente heißen ${inQuotes(id)}. Gib die Kennung dessen an, das gemeint ist: ${all}.`
  },
  'document.no_pages': () => 'Dieses Dokument hat keine Seiten; stattdessen lässt sich sein Text zeigen.',
  'document.no_page': ({ page, pages }) =>
    `Es gibt keine Seite ${formatNumber(page)}: Das Dokument hat ${formatNumber(pages)}.`,
  'document.text_gone': () => 'Der Text dieses Dokuments ist nicht da.',
  'document.changed_again': ({ title }) =>
    `${inQuotes(title)} wurde inzwischen wieder geändert, oder der Stand davor ist nicht mehr aufgehoben. Nichts wurde getan.`,
  'document.no_password_wanted': () => 'Dieses Dokument wartet nicht auf ein Passwort.',
  'recognition.picture': () => 'Der Text in einem Bild ließ sich nicht lesen.',
  'recognition.incomplete': ({ part }) =>
    `Die Texterkennung ist in dieser Installation unvollständig (${part} fehlt). Installiere Countersign neu, oder schalte „Text in Bildern und Scans lesen“ in den Einstellungen aus.`,
  'pdf.locked': () =>
    'Dieses PDF ist mit einem Passwort gesperrt. Öffne es in der Bibliothek im Fenster von Countersign; dort wird nach dem Passwort gefragt.',
  'pdf.wrong_password': () =>
    'Dieses Passwort öffnet das PDF nicht. Nichts wurde geändert; versuche ein anderes.',
  'pdf.protected': () => 'Dieses PDF ist auf eine Weise geschützt, die Countersign nicht öffnen kann.',
  'pdf.damaged': () =>
    'Dieses PDF ist beschädigt oder unvollständig und ließ sich nicht lesen. Die Datei selbst wurde nicht geändert.',
  'pdf.no_page_read': () => 'Dieses PDF ist beschädigt: Keine seiner Seiten ließ sich lesen.',
  'pdf.changed': () => 'Die Datei wurde geändert, während sie gelesen wurde. Füge sie noch einmal hinzu.',
  'pdf.no_memory': () => 'Der Speicher reicht nicht, um dieses PDF zu öffnen.',
  'pdf.too_large': ({ size, limit }) =>
    `Dieses PDF hat ${formatSize(size)}; die Grenze ist ${formatSize(limit)}.`,
  'pdf.too_many_pages': ({ pages, limit }) =>
    `Dieses PDF gibt ${formatNumber(pages)} Seiten an; die Grenze ist ${formatNumber(limit)}.`,
  'pdf.too_much_text': ({ limit }) => `Dieses PDF enthält mehr als ${formatNumber(limit)} Zeichen Text.`,
  'pdf.no_page': ({ page, pages }) =>
    `Es gibt keine Seite ${formatNumber(page)}; das Dokument hat ${formatNumber(pages)}.`,
  'pdf.page_damaged': ({ page }) => `Seite ${formatNumber(page)} ist beschädigt und lässt sich nicht zeigen.`,
  'pdf.page_text_damaged': ({ page }) => `Der Text der Seite ${formatNumber(page)} ist beschädigt.`,
  'pdf.page_too_large': () => 'Diese Seite ist zu groß, um gezeichnet zu werden.',
  'pdf.blank': ({ pages }) => `${pictures(pages)} ohne Text oder leer, es gibt also nichts zu durchsuchen.`,
  'pdf.scan': ({ pages }) =>
    `${pictures(pages)} ohne Text (ein Scan?). ${pages === 1 ? 'Soll sie' : 'Sollen sie'} gelesen werden, ${toRead}`,
  'pdf.nothing_recognized': ({ pages }) =>
    `Die Texterkennung hat auf ${pages === 1 ? 'der Seite' : `den ${formatNumber(pages)} Seiten`} dieses PDFs keinen Text gefunden.`,
  'adding.link': () => 'Das ist eine symbolische Verknüpfung; füge hinzu, worauf sie zeigt.',
  'adding.format': () => `Countersign liest ${FORMATS}.`,
  'adding.picture': () =>
    'Das ist ein Bild. Soll sein Text gelesen werden, schalte „Text in Bildern und Scans lesen“ in den Einstellungen ein.',
  'adding.special': () => 'Das ist weder eine Datei noch ein Ordner.',
  'adding.gone': () => 'Das ist nicht da oder nicht lesbar.',
  'adding.limit': ({ limit }) =>
    `Mehr als ${formatNumber(limit)} Dateien; der Rest wurde ausgelassen. Füge kleinere Ordner hinzu.`,
  'adding.limit_with_archives': ({ limit }) =>
    `Mit denen in Archiven mehr als ${formatNumber(limit)} Dateien; der Rest wurde ausgelassen.`,
  'adding.waits': () => 'Das wartet im Eingang auf Freigabe.',
  'adding.not_taken_here': () => 'Hier lässt sich kein Text aufnehmen.',
  'adding.no_longer_there': () => 'Das ist nicht mehr da.',
  'adding.changed': () => 'Das hat sich geändert, seit es gezeigt wurde, und wurde ausgelassen.',
  'archive.nested': () =>
    'Das ist ein Archiv in einem Archiv und wird nicht geöffnet. Nimm es heraus, und füge es für sich hinzu.',
  'archive.name': () => 'Der Name führt aus dem Archiv hinaus; die Datei wurde ausgelassen.',
  'archive.twice': () => 'Im Archiv ist noch eine Datei dieses Namens; die erste wurde genommen.',
  'archive.password': () =>
    'Die Datei ist im Archiv mit einem Passwort geschützt. Entpacke sie, und füge sie für sich hinzu.',
  'archive.entries': ({ limit }) =>
    `Das Archiv enthält mehr als ${formatNumber(limit)} Dateien; der Rest wurde ausgelassen.`,
  'archive.bytes': ({ limit }) =>
    `Das Archiv ergibt entpackt mehr als ${formatSize(limit)}; der Rest wurde ausgelassen.`,
  'archive.bomb': () => 'Die Datei ergibt entpackt weit mehr, als ein Dokument hätte, und wurde ausgelassen.',
  'archive.nothing': () => 'In diesem Archiv ist keine Datei, die die Bibliothek liest.',
  'archive.damaged_entry': ({ why }) => `${why} Andere Dateien des Archivs sind nicht betroffen.`,
  'archive.damaged': () =>
    'Dieses Archiv ist beschädigt und ließ sich nicht entpacken. Nichts wurde aufgenommen.',
  'adding.known': ({ title, id }) =>
    `Derselbe Inhalt ist schon in der Bibliothek, als ${inQuotes(title)} (Dokument ${id}).`,
  'adding.same_in_it': () => 'Eine andere dieser Dateien hat denselben Inhalt.',
  'adding.renews': ({ count: n }) =>
    n === 1
      ? 'Das tritt an die Stelle dessen, was ein Dokument der Bibliothek jetzt sagt.'
      : `Das tritt an die Stelle dessen, was ${count(n, 'Dokument', 'Dokumente')} der Bibliothek jetzt sagen.`,
  'adding.document_changed': () =>
    'Das Dokument dazu hat sich geändert, seit das gezeigt wurde; es wurde ausgelassen.',
  'adding.known_by_now': ({ title }) => `Das ist inzwischen in der Bibliothek, als ${inQuotes(title)}.`,
  'adding.all_known_by_now': () => 'Alles davon ist inzwischen in der Bibliothek. Nichts wurde aufgenommen.',
  'adding.no_collection': () =>
    'Die Sammlung, in die das kommen sollte, gibt es nicht mehr. Nichts wurde aufgenommen.',
  'adding.one_title': () => 'Das sind viele Dokumente, die nicht alle denselben Titel haben können.',
  'adding.too_many': ({ name, count: n, limit }) =>
    `${quoted(name)} enthält ${count(n, 'Datei', 'Dateien')} zum Aufnehmen; höchstens ${formatNumber(limit)} gehen auf einmal. Nimm sie in Teilen auf. Nichts wurde aufgenommen.`,
  'watch.empty': ({ path }) =>
    `${quoted(path)} ist jetzt leer. Vielleicht ist der Datenträger nicht verbunden. Nichts wurde aus der Bibliothek genommen.`,
  'watch.another_folder': ({ path }) =>
    `Bei ${quoted(path)} ist jetzt ein anderer Ordner, in dem keine der beobachteten Dateien ist. Nichts wurde aus der Bibliothek genommen. Um den anderen Ordner zu beobachten, beende zuerst das Beobachten dieses Ordners.`,
  'watch.looked_again': () =>
    'Der beobachtete Ordner wurde inzwischen wieder durchgesehen. Nichts wurde getan.',
  'watch.away': ({ path }) =>
    `${quoted(path)} ist gerade nicht da. Vielleicht ist der Datenträger nicht verbunden. Nichts wurde aus der Bibliothek genommen.`,
  'watch.not_allowed': ({ path }) =>
    `${quoted(path)} darf dein Benutzerkonto nicht lesen. Nichts wurde aus der Bibliothek genommen.`,
  'watch.not_read': ({ path }) =>
    `${quoted(path)} lässt sich gerade nicht lesen. Nichts wurde aus der Bibliothek genommen.`,
  'watch.too_many': ({ path, limit }) =>
    `In ${quoted(path)} sind mehr als ${formatNumber(limit)} Dateien, die die Bibliothek liest. Beobachte kleinere Ordner.`,
  'watch.none': ({ id }) => `Es gibt keinen beobachteten Ordner ${id}.`,
  'watch.no_collection': () =>
    'Die Sammlung, für die dieser Ordner beobachtet wird, wurde gelöscht. Hol sie zurück, oder beende das Beobachten.',
  'watch.leads_elsewhere': ({ path }) => `${quoted(path)} führt jetzt woandershin.`,
  'watch.file': ({ path }) => `${quoted(path)} ist eine Datei. Nenne den Ordner, in dem sie liegt.`,
  'watch.already': ({ path }) => `${quoted(path)} wird schon beobachtet.`,
  'watch.inside': ({ path, other }) =>
    `${quoted(path)} und ${quoted(other)}, der schon beobachtet wird, liegen ineinander. Beende zuerst das Beobachten des anderen.`,
}

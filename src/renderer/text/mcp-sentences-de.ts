import type { mcpSentences } from '../../shared/sentences/mcp'
import { quoted } from '../../shared/text/quoted'
import { count, formatNumber, formatSize } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const place = 'Einstellungen › Andere MCP-Server'

/** Why a server of another program, or one of its tools, can't be used, and what its tools propose, in German. */
export const mcpSentencesDe: typeof mcpSentences = {
  'mcp.call': ({ server, tool }) => `${inQuotes(server)} sein Werkzeug ${inQuotes(tool)} ausführen lassen`,
  'mcp.no_undo': ({ server }) =>
    `Countersign weiß nicht, was ${inQuotes(server)} damit tut, und kann es nicht rückgängig machen.`,
  'mcp.gets_all': ({ server }) => `${inQuotes(server)} erhält alles, was hier steht.`,
  'mcp.not_started': ({ server, why }) => `${inQuotes(server)} ließ sich nicht starten (${why}).`,
  'mcp.no_program': ({ server, program }) =>
    `${inQuotes(server)} ließ sich nicht starten: Das Programm ${quoted(program)} gibt es nicht.`,
  'mcp.no_folder': ({ server, path }) =>
    `${inQuotes(server)} ließ sich nicht starten: Den Ordner ${quoted(path)} gibt es nicht.`,
  'mcp.ended': ({ server, how }) =>
    how === '?' || how === '0'
      ? `${inQuotes(server)} hat sich beendet, bevor eine Antwort kam.`
      : `${inQuotes(server)} hat sich beendet, bevor eine Antwort kam (${how}). Was der Server dazu geschrieben hat, steht in seinem Protokoll in den Einstellungen.`,
  'mcp.no_answer': ({ server, seconds }) =>
    `${inQuotes(server)} hat ${count(seconds, 'Sekunde', 'Sekunden')} lang nicht geantwortet.`,
  'mcp.not_protocol': ({ server, line }) =>
    `${inQuotes(server)} hat etwas geschrieben, wo nur Nachrichten von MCP stehen dürfen, und wurde deshalb beendet: ${quoted(line)}`,
  'mcp.too_large': ({ server, limit }) =>
    `${inQuotes(server)} hat mehr als ${formatSize(limit)} auf einmal geschickt und wurde deshalb beendet.`,
  'mcp.bad_answer': ({ server }) => `Was ${inQuotes(server)} geantwortet hat, ist keine Antwort von MCP.`,
  'mcp.leads_elsewhere': ({ server, host }) =>
    `${inQuotes(server)} leitet die Anfrage an ${host} weiter, also woandershin. Dorthin wurde nichts geschickt.`,
  'mcp.not_let_in': ({ server, status }) =>
    `${inQuotes(server)} lässt Countersign nicht ein (${status}). Gibt er Schlüssel aus, dann trage einen unter „Bearbeiten“ als Kopfzeile ein, meist als „Authorization“ mit „Bearer“ davor. Sich bei ihm im Browser anzumelden, geht hier nicht.`,
  'mcp.session_ended': ({ server }) =>
    `${inQuotes(server)} hat die Sitzung beendet. Versuche es noch einmal.`,
  'mcp.status': ({ server, status }) => `${inQuotes(server)} hat mit einem Fehler geantwortet (${status}).`,
  'mcp.refused': ({ server, text }) => `${inQuotes(server)} hat abgelehnt: ${text}`,
  'mcp.failed': ({ server, text }) => `${inQuotes(server)} konnte es nicht tun. Die Meldung lautet: ${text}`,
  'mcp.may_have_done': ({ server }) =>
    `Vielleicht wurde es getan, ganz oder zum Teil, vielleicht auch nicht: Das weiß nur ${inQuotes(server)}. Sieh dort nach, bevor du es noch einmal tust.`,
  'mcp.often_failed': ({ server }) =>
    `${inQuotes(server)} ist mehrmals hintereinander gescheitert und wird nicht mehr von selbst gestartet. Prüfe die Verbindung unter ${place}.`,
  'mcp.pausing': ({ server, seconds }) =>
    `${inQuotes(server)} ist eben gescheitert und wird frühestens in ${count(seconds, 'Sekunde', 'Sekunden')} wieder versucht.`,
  'mcp.switched_off': ({ server }) => `${inQuotes(server)} ist unter ${place} ausgeschaltet.`,
  'mcp.unapproved': ({ server }) =>
    `Wie ${inQuotes(server)} jetzt erreicht wird, hat noch niemand erlaubt. Das geht unter ${place}.`,
  'mcp.tool_waits': ({ server, tool }) =>
    `Das Werkzeug ${inQuotes(tool)} von ${inQuotes(server)} ist neu oder hat sich geändert. Erst muss ein Mensch es ansehen, unter ${place}.`,
  'mcp.tool_refused': ({ server, tool }) =>
    `Das Werkzeug ${inQuotes(tool)} von ${inQuotes(server)} ist unter ${place} nicht erlaubt.`,
  'mcp.tool_gone': ({ server, tool }) => `${inQuotes(server)} hat kein Werkzeug ${inQuotes(tool)} mehr.`,
  'mcp.moved': ({ server, tool }) =>
    `Das Werkzeug ${inQuotes(tool)} von ${inQuotes(server)} hat sich seit dem Vorschlag geändert. Deshalb wurde nichts getan.`,
  'mcp.no_server': () => 'Diesen Server gibt es nicht mehr.',
  'mcp.no_name': () => 'Der Server braucht einen Namen.',
  'mcp.name_taken': ({ name }) => `Einen Server namens ${inQuotes(name)} gibt es schon.`,
  'mcp.needs_program': () => 'Der Server braucht ein Programm, das gestartet wird.',
  'mcp.needs_path': () => 'Gib den Ordner mit seinem ganzen Pfad an.',
  'mcp.odd_character': () => 'Darin steht ein Zeichen, das kein Befehl haben kann.',
  'mcp.odd_variable': ({ name }) => `${inQuotes(name)} ist kein Name einer Variablen.`,
  'mcp.changed_meanwhile': () => 'Es hat sich geändert, seit es gezeigt wurde. Sieh es noch einmal an.',
  'mcp.name_long': ({ limit }) => `Der Name hat mehr als ${formatNumber(limit)} Zeichen.`,
  'mcp.description_long': ({ limit }) =>
    `Die Beschreibung hat mehr als ${formatNumber(limit)} Zeichen, mehr, als jemand liest.`,
  'mcp.schema_long': ({ limit }) => `Die Beschreibung der Eingabe ist länger als ${formatSize(limit)}.`,
  'mcp.schema_large': ({ limit }) => `Die Eingabe hat mehr als ${formatNumber(limit)} Teile.`,
  'mcp.schema_deep': ({ limit }) =>
    `Die Eingabe ist mehr als ${count(limit, 'Ebene', 'Ebenen')} tief verschachtelt.`,
  'mcp.schema_remote': ({ reference }) =>
    `Die Beschreibung der Eingabe verweist auf etwas anderswo, das nicht geholt wird: ${quoted(reference)}`,
  'mcp.schema_names': ({ name }) =>
    `Die Eingabe hat ein Feld, von dem Modelle nichts erfahren können: ${quoted(name)}`,
  'mcp.schema_broken': () => 'Die Beschreibung der Eingabe widerspricht sich.',
}

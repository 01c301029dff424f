import { count, formatNumber, formatSeconds, type Widened } from './language'
import type { runsEn } from './runs-en'

/** German texts of runs at work. */
export const runsDe: Widened<typeof runsEn> = {
  queued: 'Nachrichten, die warten',
  joinsNext: 'Kommt beim nächsten Schritt dazu',
  keptForNext: 'Aufgehoben. Geht mit deiner nächsten Nachricht mit.',
  sendQueued: 'Jetzt senden',
  editQueued: (words) => `„${words}“ bearbeiten`,
  removeQueued: (words) => `„${words}“ zurücknehmen`,
  queue: 'Senden; kommt beim nächsten Schritt dazu',
  retryIn: (seconds) => `Nächster Versuch in ${formatSeconds(seconds)}`,
  retryAtOnce: 'Nächster Versuch läuft…',
  attempt: (attempt, attempts) => `Versuch ${formatNumber(attempt)} von ${formatNumber(attempts)}`,
  tryNow: 'Jetzt versuchen',
  goOn: 'Weiter',
  sequenceFailed: {
    title: 'Ein Schritt ist fehlgeschlagen',
    kept: 'Was die Schritte davor getan haben, bleibt. „Weiter“ versucht diesen Schritt noch einmal und macht dort weiter.',
  },
  cutOff:
    'Die Antwort hat mehrmals ihre Höchstlänge erreicht und bricht hier ab. Was da war, bleibt erhalten.',
  notAnswered: (why) => `Nicht beantwortet: ${why}`,
  brokeOff: (why) => `Abgebrochen: ${why}`,
  endedAtTurns: 'An der Grenze der Runden angehalten.',
  compacting: 'Die früheren Nachrichten werden für das Modell zusammengefasst…',
  compacted: (before, after) =>
    `Von hier an erhält der Assistent eine Zusammenfassung der früheren Nachrichten: etwa ${formatNumber(after)} statt ${formatNumber(before)} Token. Nichts davon wird entfernt.`,
  compactedByExcerpts:
    'Das Modell wollte die früheren Nachrichten nicht zusammenfassen. Von hier an erhält es ihre Anfänge.',
  showSummary: 'Zusammenfassung zeigen',
  cleared: (results, tokens) =>
    `Von hier an erhält der Assistent ältere Ergebnisse von Werkzeugen und Anhänge nicht mehr${results === 0 ? '' : `: ${formatNumber(results)}, etwa ${formatNumber(tokens)} Token`}. Für dich bleiben sie da.`,
  clearedByServer: (results, tokens) =>
    `Hier hat der Server des Modells von sich aus ${count(results, 'älteres Ergebnis eines Werkzeugs', 'ältere Ergebnisse von Werkzeugen')} weggelassen, etwa ${formatNumber(tokens)} Token, weil das Gespräch noch zu lang war. ${results === 1 ? 'Welches' : 'Welche'}, sagt er nicht. Für dich sind alle noch da; öffne eines dort, wo sein Werkzeug aufgerufen wurde.`,
  tooLong: (tokens, windowTokens) =>
    `Mit der Antwort sind das etwa ${formatNumber(tokens)} Token, und der Server des Modells nimmt ${formatNumber(windowTokens)} auf: Vielleicht erhält das Modell nicht alles.`,
  largerWindow:
    'Lade das Modell mit einem größeren Fenster. Bei Ollama: Wähle in den Einstellungen seiner App eine größere Kontextlänge; ohne die App setze Ollamas Umgebungsvariable OLLAMA_CONTEXT_LENGTH auf eine größere Zahl, beende Ollama, und starte es neu.',
  contextTokens: 'Kontextfenster (Token)',
  contextTokensHelp:
    'Wie viel das Modell auf einmal aufnimmt; längere Gespräche werden dafür zusammengefasst. 0 heißt: was sein Server sagt; sagt er nichts, 200.000 bei Anthropic und sonst 32.768.',
  modelTitles: 'Das Modell gibt Gesprächen ihren Titel',
  modelTitlesHelp:
    'Eine kurze Anfrage nach der ersten Antwort. Sonst heißt ein Gespräch nach seinen ersten Worten. Ein Titel von dir bleibt.',
  tokenBudget: (used, limit) =>
    `Am Budget dieses Laufs angehalten: ${formatNumber(used)} von ${formatNumber(limit)} Token sind verbraucht. Was getan ist, bleibt erhalten.`,
  costBudget: (used, limit) =>
    `Am Budget dieses Laufs angehalten: etwa ${formatNumber(used)} von ${formatNumber(limit)} sind ausgegeben, nach den Preisen in den Einstellungen. Was getan ist, bleibt erhalten.`,
  endedFailed: 'Mit einem Fehler geendet',
  unread: 'Noch nicht gesehen',
  notifications: 'Mitteilungen',
  notificationsText:
    'Während du woanders bist, kann dieses Fenster von seinen Gesprächen berichten: ihre Titel, und was aus ihnen wurde.',
  notify: 'Mitteilen, wenn ein Lauf endet oder eine Entscheidung braucht',
  notificationState: {
    on: 'An, in diesem Fenster.',
    off: 'Aus. Der Browser fragt einmal, ob er darf.',
    blocked:
      'Der Browser blockiert Mitteilungen dieser Seite. Erlaube sie in seinen Einstellungen für diese Adresse.',
    impossible: 'Dieser Browser hat keine Mitteilungen.',
  },
  notificationStateOfWindow: {
    on: 'An.',
    off: 'Aus.',
    impossible: 'Dieses System hat keine Mitteilungen.',
  },
}

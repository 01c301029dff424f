const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'dort antwortet nichts',
  ENOTFOUND: 'der Name ist unbekannt',
  EAI_AGAIN: 'der Name ließ sich nicht auflösen; vielleicht fehlt das Netz',
  ECONNRESET: 'die Verbindung wurde getrennt',
  UND_ERR_SOCKET: 'die Verbindung wurde getrennt',
  EHOSTUNREACH: 'der Rechner ist nicht erreichbar',
  ENETUNREACH: 'es gibt kein Netz',
  failed: 'die Verbindung kam nicht zustande',
}

/** Why a server can't be reached, in German. */
export function networkReasonDe(code: string): string {
  return reasons[code] ?? code
}

/** The server's own words after a sentence about it, in German. */
export function itSaysDe(words: string): string {
  return wordsAfter(' Er meldet', words)
}

/** The same after a sentence about something else. */
export function serverSaysDe(words: string): string {
  return wordsAfter(' Der Server meldet', words)
}

function wordsAfter(beginning: string, words: string): string {
  return words === '' ? '' : `${beginning}: ${words}${/[.!?…]$/u.test(words) ? '' : '.'}`
}

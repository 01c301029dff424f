const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up; there may be no network',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'the machine can’t be reached',
  ENETUNREACH: 'there is no network',
  failed: 'the connection failed',
}

/** Why a server can't be reached, by the code of the network error; `failed` where there is none. */
export function networkReason(code: string): string {
  return reasons[code] ?? code
}

/** The server's own words after ours: nothing where it has none. */
export function itSays(words: string): string {
  return words === '' ? '' : ` It says: ${words}${/[.!?…]$/u.test(words) ? '' : '.'}`
}

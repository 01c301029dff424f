/** Characters of an address of the web; servers refuse longer ones, and a trap makes them ever longer. */
export const addressLimit = 4096

/** Whether this is an address of the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** Whether this is meant as an address, of the web or not, rather than as a path. */
export function namesScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
}

/** An address as browsers read it: ends of lines and tabs in it are none (URL Standard, 4.4). */
export function withoutBreaks(address: string): string {
  return address.replace(/[\t\r\n]/g, '')
}

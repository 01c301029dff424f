/** A text without its percent-encoding; one that has a percent sign of its own, which is no escape, as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The first characters (UTF-16) of a text, at most so many; an emoji at the end is there whole or not at all. */
export function startOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** The text where it is short enough, else {@link startOf} it with an ellipsis behind. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${startOf(text, most)}…` : text
}

/** Quotes a name or path for messages and for the model so that line breaks and hidden characters in it are seen. */
export function quoted(text: string): string {
  // JSON leaves characters that turn or hide text as they are.
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * The same without the marks around it, for a sentence that has typographic ones: a plain quote or backslash needs no
 * backslash there, and people take one for a part of the name.
 */
export function unquoted(text: string): string {
  return quoted(text)
    .slice(1, -1)
    .replace(/\\(["\\])/g, '$1')
}

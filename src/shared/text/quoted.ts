/**
 * What turns or hides text: controls, signs of direction, blanks that have a letter's place, and all that is drawn as
 * nothing; but for the sign behind an emoji, or a key of a telephone, that has it drawn in colour or in black.
 */
const unseen =
  /(?<![\p{Extended_Pictographic}\d#*])\ufe0f|(?<!\p{Extended_Pictographic})\ufe0e|(?![\ufe0e\ufe0f])[\u007f-\u009f\u2028\u2029\u2800\ufff0-\ufffb\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

/** Quotes a name or path for messages and for the model so that line breaks and hidden characters in it are seen. */
export function quoted(text: string): string {
  // JSON leaves characters that turn or hide text as they are.
  return JSON.stringify(text).replace(unseen, (character) =>
    // As JSON writes it: one beyond the first plane by its halves.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
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

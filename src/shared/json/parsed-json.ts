/** The value of a text of JSON, to be parsed by a schema; undefined where the text is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What it should have been is for the caller to say.
    return undefined
  }
}

/** What a language is called in one of the languages of the application, by its ISO 639-1 code. */
export function languageName(code: string, said: 'en' | 'de'): string {
  return new Intl.DisplayNames(said, { type: 'language' }).of(code) ?? code
}

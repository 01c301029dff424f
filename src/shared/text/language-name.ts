/** What a language is called in one of the languages of the application, by its ISO 639 code; what is none stays as it is. */
export function languageName(code: string, said: 'en' | 'de'): string {
  if (!/^[a-z]{2,3}$/u.test(code)) return code
  return new Intl.DisplayNames(said, { type: 'language' }).of(code) ?? code
}

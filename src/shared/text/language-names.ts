/** What languages are called in one of the languages of the application, by their ISO 639-1 codes: “English and French”. */
export function languageNames(codes: readonly string[], said: 'en' | 'de'): string {
  const names = new Intl.DisplayNames(said, { type: 'language' })
  return new Intl.ListFormat(said, { type: 'conjunction' }).format(
    codes.map((code) => names.of(code) ?? code),
  )
}

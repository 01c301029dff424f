import { defineTexts } from './language'
import { libraryDe } from './library-de'
import { libraryEn } from './library-en'

/** The texts of the table of documents and what is done with its rows, in the language in use. */
export const libraryText = defineTexts(libraryEn, libraryDe)

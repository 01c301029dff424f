import { defineTexts } from './language'
import { notesDe } from './notes-de'
import { notesEn } from './notes-en'

/** The texts of the notes, in the language in use. */
export const notesText = defineTexts(notesEn, notesDe)

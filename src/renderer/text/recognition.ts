import { defineTexts } from './language'
import { recognitionDe } from './recognition-de'
import { recognitionEn } from './recognition-en'

/** The texts of text recognition in the language in use. */
export const recognitionText = defineTexts(recognitionEn, recognitionDe)

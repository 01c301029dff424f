import { defineTexts } from './language'
import { meaningDe } from './meaning-de'
import { meaningEn } from './meaning-en'

/** The texts of searching by meaning in the language in use. */
export const meaningText = defineTexts(meaningEn, meaningDe)

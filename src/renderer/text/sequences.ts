import { defineTexts } from './language'
import { sequencesDe } from './sequences-de'
import { sequencesEn } from './sequences-en'

/** The texts of sequences, in the language in use. */
export const sequencesText = defineTexts(sequencesEn, sequencesDe)

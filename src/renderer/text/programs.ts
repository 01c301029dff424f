import { defineTexts } from './language'
import { programsDe } from './programs-de'
import { programsEn } from './programs-en'

/** The texts about other programs that use the tools, in the language in use. */
export const programsText = defineTexts(programsEn, programsDe)

import { defineTexts } from './language'
import { warningsDe } from './warnings-de'
import { warningsEn } from './warnings-en'

/** The texts of what could not be read, in the language in use. */
export const warningsText = defineTexts(warningsEn, warningsDe)

import { defineTexts } from './language'
import { traceDe } from './trace-de'
import { traceEn } from './trace-en'

/** The texts of how an answer came to be in the language in use. */
export const traceText = defineTexts(traceEn, traceDe)

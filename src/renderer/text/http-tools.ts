import { httpToolsDe } from './http-tools-de'
import { httpToolsEn } from './http-tools-en'
import { defineTexts } from './language'

/** The texts about tools that ask an address, in the language in use. */
export const httpToolsText = defineTexts(httpToolsEn, httpToolsDe)

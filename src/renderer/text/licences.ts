import { defineTexts } from './language'
import { licencesDe } from './licences-de'
import { licencesEn } from './licences-en'

/** The texts about the licences of what the program is made of, in the language in use. */
export const licencesText = defineTexts(licencesEn, licencesDe)

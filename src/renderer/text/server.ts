import { defineTexts } from './language'
import { serverDe } from './server-de'
import { serverEn } from './server-en'

/** The texts of model servers in the language in use. */
export const serverText = defineTexts(serverEn, serverDe)

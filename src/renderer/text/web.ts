import { defineTexts } from './language'
import { webDe } from './web-de'
import { webEn } from './web-en'

/** The texts about pages of the web in the language in use. */
export const webText = defineTexts(webEn, webDe)

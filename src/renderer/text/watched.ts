import { defineTexts } from './language'
import { watchedDe } from './watched-de'
import { watchedEn } from './watched-en'

/** The texts of watched folders in the language in use. */
export const watchedText = defineTexts(watchedEn, watchedDe)

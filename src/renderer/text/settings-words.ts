import { defineTexts } from './language'
import { settingsWordsDe } from './settings-words-de'
import { settingsWordsEn } from './settings-words-en'

/** Other words for what the sections of the settings are about, in the language in use. */
export const settingsWords = defineTexts(settingsWordsEn, settingsWordsDe)

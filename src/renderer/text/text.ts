import { de } from './de'
import { en } from './en'
import { defineTexts } from './language'

/** The page's texts in the language in use. */
export const text = defineTexts(en, de)

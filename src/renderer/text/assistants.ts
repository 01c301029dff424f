import { assistantsDe } from './assistants-de'
import { assistantsEn } from './assistants-en'
import { defineTexts } from './language'

/** The texts of assistants in the language in use. */
export const assistantsText = defineTexts(assistantsEn, assistantsDe)

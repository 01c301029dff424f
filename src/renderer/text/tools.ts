import { defineTexts } from './language'
import { toolsDe } from './tools-de'
import { toolsEn } from './tools-en'

/** The texts of the Tools screen in the language in use. */
export const toolsText = defineTexts(toolsEn, toolsDe)

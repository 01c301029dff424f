import { defineTexts } from './language'
import { loopToolsDe } from './loop-tools-de'
import { loopToolsEn } from './loop-tools-en'

/** The texts of loading tools in the language in use. */
export const loopToolsText = defineTexts(loopToolsEn, loopToolsDe)

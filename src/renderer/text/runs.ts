import { defineTexts } from './language'
import { runsDe } from './runs-de'
import { runsEn } from './runs-en'

/** The texts of runs at work in the language in use. */
export const runsText = defineTexts(runsEn, runsDe)

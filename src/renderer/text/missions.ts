import { defineTexts } from './language'
import { missionsDe } from './missions-de'
import { missionsEn } from './missions-en'

/** The texts of missions in the language in use. */
export const missionsText = defineTexts(missionsEn, missionsDe)

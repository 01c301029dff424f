import { defineTexts } from './language'
import { localModelsDe } from './local-models-de'
import { localModelsEn } from './local-models-en'

/** The texts of the models that run on this machine in the language in use. */
export const localModelsText = defineTexts(localModelsEn, localModelsDe)

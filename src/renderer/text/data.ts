import { dataDe } from './data-de'
import { dataEn } from './data-en'
import { defineTexts } from './language'

/** The texts of backup, restore and export in the language in use. */
export const dataText = defineTexts(dataEn, dataDe)

import { contactsDe } from './contacts-de'
import { contactsEn } from './contacts-en'
import { defineTexts } from './language'

/** The texts of contacts in the language in use. */
export const contactsText = defineTexts(contactsEn, contactsDe)

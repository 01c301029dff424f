import { chatDe } from './chat-de'
import { chatEn } from './chat-en'
import { defineTexts } from './language'

/** The texts of branches, the list of conversations, search and export, in the language in use. */
export const chatText = defineTexts(chatEn, chatDe)

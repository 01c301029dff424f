import { attachmentsDe } from './attachments-de'
import { attachmentsEn } from './attachments-en'
import { defineTexts } from './language'

/** The texts of what is attached to messages, in the language in use. */
export const attachmentsText = defineTexts(attachmentsEn, attachmentsDe)

import { decisionsDe } from './decisions-de'
import { decisionsEn } from './decisions-en'
import { defineTexts } from './language'

/** The texts of deciding, undoing, policies and remembered approvals in the language in use. */
export const decisionText = defineTexts(decisionsEn, decisionsDe)

import { defineTexts } from './language'
import { tasksDe } from './tasks-de'
import { tasksEn } from './tasks-en'

/** The texts of tasks in the language in use. */
export const tasksText = defineTexts(tasksEn, tasksDe)

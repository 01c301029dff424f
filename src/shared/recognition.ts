import { z } from 'zod'

/** The languages whose writing text recognition knows, by ISO 639-2; their data is part of the program. */
export const recognitionLanguages = ['eng', 'deu'] as const
/** One of {@link recognitionLanguages}. */
export const recognitionLanguageSchema = z.enum(recognitionLanguages)
/** See {@link recognitionLanguageSchema}. */
export type RecognitionLanguage = z.infer<typeof recognitionLanguageSchema>

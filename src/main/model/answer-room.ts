/** The part of a model's window that is kept for the answer, at most. */
const answerShare = 0.25

/**
 * Tokens that an answer may have: what is wished, or the part of the window that is kept for it. Some servers count
 * the room for the answer towards the window and refuse what does not fit with it.
 */
export function answerRoom(wishedTokens: number, contextTokens: number): number {
  return Math.min(wishedTokens, Math.floor(contextTokens * answerShare))
}

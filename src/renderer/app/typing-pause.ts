/** Milliseconds after the last key before what is typed is looked for. */
export const typingPauseMs = 150

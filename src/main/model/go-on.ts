/** What a model is told to do after an answer that broke off. */
export const goOnText = 'The answer was cut off. Go on from there.'

/** What a model is told where a person sent what is attached alone. */
export const wordlessText = '(The message has no text.)'

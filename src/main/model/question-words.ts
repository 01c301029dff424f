// Words that say nothing about what is asked, English and German.
const stopWords = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from had has have he her his how
  i if in into is it its me my no not of on or our say said says she should so some tell than that the their them then
  may might must shall please explain describe summarize show list give find know mean means much many there these they this those to under was we were what when where which who whom whose why will with would you your
  darf darfst dürfen durfte muss musst müssen soll sollen sollte will wollen kannst können könnte möchte würde
  hoch groß lange oft wieviel wofür womit wohin woher wem wen wessen mein meine meinen meiner dein deine man hier dort gibt
  aber alle als am an auch auf aus bei bin bis da das dass dem den der des die dir doch du durch ein eine einem einen
  einer eines er es für hat haben ich ihr im in ist ja kann mit mir nach nicht noch nur oder sagt sein sich sie sind
  bitte erkläre beschreibe zeige nenne finde weißt viel viele steht über um und uns unter vom von vor war warum was wann welche welcher welches wenn wer wie wir wird wo zu zum zur`.split(
    /\s+/u,
  ),
)

/** The words of a text that carry meaning, cut to stems that agree across endings. */
export function contentWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !stopWords.has(word)).map(stem)
}

/** Cuts the commonest endings; only good enough to compare a question with a sentence. */
function stem(word: string): string {
  return word.replace(/(?<=.{3})(?:ings?|edly|ed|ies|es|s|en|ern|er|e|y)$/u, '')
}

// What a question asks for, English and German, by the words that ask; not what it is about.

/** What asks how something is done, or for several things: a list answers it better than a sentence with the same words. */
const listWish =
  /^\s*how (?:do|does|can|could|should|to|must)(?!\p{L})(?!.*\b(?:many|much|long|often)\b)|^\s*wie .*(?<!\p{L})(?:ich|man|wir)(?!\p{L})|(?<!\p{L})(?:steps?|lists?|needs?|needed|schritte?n?|liste|brauch\p{L}*|benötig\p{L}*)(?!\p{L})|^\s*(?:what|which) (?:are|things|\p{L}+s (?:are|do|does))(?!\p{L})|^\s*welche\s+\p{L}+n(?!\p{L})/iu

/** Whether a question is one that a list answers. */
export function wishesList(question: string): boolean {
  return listWish.test(question)
}

const untilWish =
  /(?<!\p{L})(?:(?:by|until|till) (?:when|what (?:date|day|time))|bis wann|deadline|frist)(?!\p{L})/iu
const whenWish =
  /(?<!\p{L})(?:when|what (?:date|day|time)|which (?:date|day)|wann|(?:an )?welche[mnrs]? (?:tag|datum)|um wie ?viel uhr)(?!\p{L})/iu
const costWish =
  /(?<!\p{L})(?:how (?:much|expensive)(?=.*\b(?:costs?|pay|paid|charged?|owe)\b)|what (?:does|did|do|will) .*\bcost|price|how expensive|was (?:kostet|kosten|hat .*gekostet)|wie ?viel (?=.*(?:kost|zahl))|preise?|wie teuer)/iu
const muchWish = /(?<!\p{L})(?:how (?:much|many)|wie ?viele?|wie (?:hoch|groß|lang|schwer))(?!\p{L})/iu

const month =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|march|mar|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)'
const date = new RegExp(
  [
    String.raw`\d{1,2}(?:st|nd|rd|th|\.)?(?: of)?\s+${month}(?!\p{L})`,
    String.raw`(?<!\p{L})${month}\s+\d{1,4}(?!\p{L})`,
    String.raw`(?<!\p{L})(?:in|im|since|seit|until|bis|by|from|ab|of)\s+${month}(?!\p{L})`,
    String.raw`\d{1,2}[./]\d{1,2}[./](?:\d{2,4})?|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}`,
    String.raw`(?<![\d.,])(?:1[5-9]|20)\d{2}(?![\d.,]*\d)`,
    String.raw`\d\s*(?:uhr|o[’']clock|a\.?m|p\.?m)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)`,
  ].join('|'),
  'iu',
)
const until =
  /(?<!\p{L})(?:by|until|till|before|within|no later than|bis|spätestens|innerhalb|binnen|vor dem)(?!\p{L})/iu
const currency = String.raw`(?:[€$£¥]|(?<!\p{L})(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|franken|cents?|crowns?|kronen)(?!\p{L}))`
const sum = new RegExp(String.raw`\d[\d.,\s]*${currency}|${currency}\s*\d`, 'iu')

/** Tells of a sentence whether it has what a question asks for, such as a date; null where that can't be told by its signs. */
export function wishedSign(question: string): ((sentence: string) => boolean) | null {
  if (untilWish.test(question)) return (sentence) => until.test(sentence) && /\d/u.test(sentence)
  if (whenWish.test(question)) return (sentence) => date.test(sentence)
  if (costWish.test(question)) return (sentence) => sum.test(sentence)
  if (muchWish.test(question)) return (sentence) => /\d/u.test(sentence)
  return null
}

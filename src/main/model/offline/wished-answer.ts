import { askingPart } from '../asking-part'

// What a question asks for, English and German, by the words that ask; not what it is about.

/** What asks how something is done, or for several things: a list answers it better than a sentence with the same words. */
const listWish =
  /^\s*how (?:do|does|can|could|should|to|must)(?!\p{L})(?!.*\b(?:many|much|long|often)\b)|^\s*wie .*(?<!\p{L})(?:ich|man|wir)(?!\p{L})|(?<!\p{L})(?:steps?|lists?|needs?|needed|schritte?n?|liste|brauch(?:e|st|t|en|te|ten|(?= ich))|benötig(?:e|st|t|en|te|ten))(?!\p{L})|^\s*(?:what|which) (?:are|things|\p{L}+s (?:are|do|does))(?!\p{L})|^\s*welche\s+\p{L}+n(?!\p{L})/iu

/** What asks for a measure, such as how long or how much, whatever else it says. */
const measureWish =
  /^\s*how (?:much|many|long|often|high|tall|far|wide|deep|thick|heavy|old|big|large|fast|late|early|expensive)(?!\p{L})|^\s*wie ?(?:lange?|viele?|oft|häufig|hoch|weit|teuer|alt|groß|breit|tief|dick|schwer|schnell|spät|früh)(?!\p{L})/iu

/** Whether a question is one that a list answers. */
export function wishesList(text: string): boolean {
  const question = askingPart(text)
  return listWish.test(question) && !measureWish.test(question)
}

const untilWish =
  /(?<!\p{L})(?:(?:by|until|till) (?:when|what (?:date|day|time))|bis wann|deadline|frist)(?!\p{L})/iu
// Elsewhere “when” begins a condition: “what do I do when it rings?”.
const whenWish =
  /(?:(?:^|[.!?\n])[^\S\n]*|(?<!\p{L})(?:and|since|until|till|by) )when(?!\p{L})|(?<!\p{L})(?:what (?:date|day|time)|which (?:date|day)|wann|(?:an )?welche[mnrs]? (?:tag|datum)|um wie ?viel uhr)(?!\p{L})/iu
const costWish =
  /(?<!\p{L})(?:how (?:much|expensive)(?=.*\b(?:costs?|pay|paid|charged?|owe)\b)|what (?:does|did|do|will) .*\bcost|how expensive|was (?:kostet|kosten|hat .*gekostet)|wie ?viel (?=.*(?:kost|zahl))|wie teuer)/iu
/** A prize is “Preis” as well: who has it, or how somebody came by it, asks for no sum. */
const priceWish =
  /^(?!\s*(?:wer|wem|wen|wessen)(?!\p{L})|.*(?<!\p{L})(?:gewinn(?:t|en)|gewann(?:en)?|gewonnen|verl(?:eih|ieh)\p{L}*|erhielt(?:en)?|bekam(?:en)?)(?!\p{L})).*(?<!\p{L})(?:prices?|preise?s?)(?!\p{L})/isu
/** What is counted in money, asked for by how much or how high it is. */
const moneyWish =
  /(?<!\p{L})(?:how (?:much|high)(?!\p{L})(?=.*(?<!\p{L})(?:rent|fees?|deposit|salary|wages?|bill|invoice|tax(?:es)?(?! rate))(?!\p{L}))|wie hoch(?!\p{L})(?=.*(?:miete|kosten|gebühr|gebühren|betrag|beitrag|kaution|(?<!\p{L})gehalt|lohn|rechnung|prämie|steuer|selbstbeteiligung|zuzahlung|budget)(?!\p{L})))/iu
const muchWish = /(?<!\p{L})(?:how (?:much|many)|wie ?viele?|wie (?:hoch|groß|lang|schwer))(?!\p{L})/iu

// In small letters “may” is a verb.
const month =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|march|mar|märz|apr(?:il)?|(?-i:May|MAY)|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)'
/** What is counted, behind a number that may else be a year: units, plurals. */
const counted = String.raw`\s*(?:[€$£¥%°]|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|franken|mark|cents?|crowns?|kronen|prozent|per ?cent|people|men|women|children|k?g|[kcm]?m|m?l|k?wh?|[kmg]b|[km]?hz|volt|(?:kilo|zenti|milli)?meter|liter|gramm|stück|einwohner)(?!\p{L})|(?-i:(?!(?:was|is|has|as|his|its|this|plus)(?!\p{L}))\p{Ll}+s|\p{Lu}\p{Ll}+en)(?!\p{L}))`
const time = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])`
const date = new RegExp(
  [
    String.raw`\d{1,2}(?:st|nd|rd|th|\.)?(?: of)?\s+${month}(?!\p{L})`,
    String.raw`(?<!\p{L})${month}\s+\d{1,4}(?!\p{L})`,
    String.raw`(?<!\p{L})(?:in|im|since|seit|until|bis|by|from|ab|of)\s+${month}(?!\p{L})`,
    String.raw`(?<![\d./])\d{1,2}(?:\.\d{1,2}\.(?:\d{4}|\d{2})?|/\d{1,2}/(?:\d{4}|\d{2}))(?![./]?\d)`,
    String.raw`\d{4}-\d{2}-\d{2}`,
    // Without a word that tells it from a ratio, two numbers are no time.
    String.raw`(?<!\p{L})(?:at|from|to|by|until|till|before|after|around|um|ab|bis|von|vor|nach|gegen)\s+${time}|${time}\s*[–-]\s*${time}`,
    String.raw`(?<![\d.,]|[€$£¥]\s?)(?:1[5-9]|20)\d{2}(?![\d.,]*\d|${counted})`,
    String.raw`\d\s*(?:uhr|o[’']clock|a\.?m|p\.?m)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)`,
  ].join('|'),
  'iu',
)
const until =
  /(?<!\p{L})(?:by|until|till|before|within|no later than|bis|spätestens|innerhalb|binnen|vor dem)(?!\p{L})/iu
const currency = String.raw`(?:[€$£¥]|(?<!\p{L})(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|franken|cents?|crowns?|kronen)(?!\p{L}))`
const sum = new RegExp(String.raw`\d[\d.,\s]{0,20}${currency}|${currency}\s*\d`, 'iu')
/** An amount without a currency that is known, as bills have it below a head that names that, or for a time. */
const amount =
  /(?<![\d.,])(?:\d{1,3}(?:[. ]\d{3})*,(?:\d{2}(?!\d)|-)|\d{1,3}(?:,\d{3})*,?\d{3}\.\d{2}(?!\.?\d))|\d ?[A-Z]{3}(?!\p{L})|\d (?:(?:a|per) (?:day|week|month|year)|monatlich|jährlich|(?:im|pro) (?:Monat|Jahr))(?!\p{L})/u

/** Tells of a sentence whether it has what a question asks for, such as a date; null where that can't be told by its signs. */
export function wishedSign(text: string): ((sentence: string) => boolean) | null {
  const question = askingPart(text)
  if (untilWish.test(question)) return (sentence) => until.test(sentence) && /\d/u.test(sentence)
  if (whenWish.test(question)) return (sentence) => date.test(sentence)
  if (costWish.test(question) || priceWish.test(question)) return (sentence) => sum.test(sentence)
  if (moneyWish.test(question)) return (sentence) => sum.test(sentence) || amount.test(sentence)
  if (muchWish.test(question)) return (sentence) => /\d/u.test(sentence)
  return null
}

// Letters that are others to whoever types, once decomposition has taken their marks off.
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  // The sigma that ends a word.
  ς: 'σ',
  // Arabic: a form of alef, of yeh, teh marbuta; as its light stemmers normalize. Hamza is a mark on its carrier.
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
}
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

// Accents of Latin, Greek and Cyrillic; vowel points of Hebrew and Arabic, and the stretching of Arabic; the nukta. The
// letter is matched with its accents: to look behind each mark for it would take the square of how many there are.
const accents =
  /([\p{Script=Latin}\p{Script=Greek}])\p{M}+|(?<=[еЕ])\u0308|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u093c]+/gu

// Devanagari writes a nasal as a letter before one of its own row, or as a point.
const nasals = /ँ|ङ्(?=[क-ङ])|ञ्(?=[च-ञ])|ण्(?=[ट-ण])|न्(?=[त-न])|म्(?=[प-म])/g

const zeroOf = [0x0660, 0x06f0, 0x0966]
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g

/** Whether a text is in ASCII alone, which needs no folding. */
export function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text)
}

/** What a word, which is in lower case already, is without what people leave out when they type: accents, ligatures, kinds of digits. */
export function foldWord(word: string): string {
  if (isAscii(word)) return word
  return word
    .normalize('NFD')
    .replace(accents, '$1')
    .replace(plainLetter, (letter) => plainLetters[letter] ?? letter)
    .replace(nasals, 'ं')
    .normalize('NFC')
    .replace(otherDigits, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (zeroOf.find((zero) => code >= zero && code < zero + 10) ?? code))
    })
}

/** A text as its words are read from it: compatibility forms resolved (ligatures, full width), in lower case. */
export function plainText(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.toWellFormed().normalize('NFKC').toLowerCase()
}

/** A text as searches and orders compare it: in lower case, without accents. */
export function folded(text: string): string {
  return foldWord(plainText(text))
}

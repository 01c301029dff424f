import { titleLine } from '../normalize'

/** What programs write when nobody named the file, in the languages that they come in: "PowerPoint Presentation", "Slide 1". */
const NO_TITLES = [
  /^power ?point\b/i,
  /^(?:présentation|presentación de|apresentação do|presentazione(?: standard)?(?: di)?|презентация|prezentacja programu|prezentace aplikace) (?:microsoft )?power ?point$/i,
  /^(?:slide|folie|diapositiv[eao]?|dia|slajd|snímek|слайд|幻灯片|投影片|スライド|슬라이드) ?(?:no\. ?)?\d+$/i,
  /^(?:no slide title|kein folientitel|aucun titre de diapositive|sin título de diapositiva|nessun titolo diapositiva|sem título de slide|geen diatitel|ingen (?:lysbildetittel|bildrubrik|diastitel)|brak tytułu slajdu|нет заголовка слайда|没有幻灯片标题|スライド タイトルなし)$/i,
]

/** The title of a presentation that somebody gave; null where a program did. */
export function givenTitle(title: string | null): string | null {
  const line = titleLine(title)
  return line === null || NO_TITLES.some((pattern) => pattern.test(line)) ? null : line
}

import { foldWord } from './fold'
import type { Language } from './languages'

const english =
  'ask asked asking asks become becomes best better call called calls certain come comes different even ever every everything get gets getting give given gives go goes going good got happen happened happens just keep keeps know known knows last let lets like live lives long look looked looks lot made make makes making many much need needs never new next old one others own part people per possible put puts putting quite really right run runs said say says see seen sees several show shown shows side so some someone something sometimes start starts still stop stops take taken takes tell telling tells thing things time times told tries try turn turns two use used uses using want wanted wants way ways well within without work works wrong yet'

const german =
  'alles arbeiten arbeitet bekomme bekommen bekommt beste besser bestimmte bestimmten brauche brauchen braucht eigene eigenen erste ersten etwas falsch finde finden findet frage fragen fragt funktioniert gebe geben gegeben gehe gehen geht gemacht gern gerne gesagt gibt gut gute guten immer irgendwas irgendwie jemand kommen kommt kriege kriegen kriegt lange lassen laufen leute letzte letzten liegt mach mache machen macht manchmal möchte möglich nächste nächsten nehme nehmen neu neue neuen nimmt nochmal nutze nutzen nutzt passiert richtig sage sagen sagt schon sehe sehen setze setzen seite sieht sollte stattdessen stelle stellen suche suchen sucht teil tun tut verschiedene versuche versuchen verwende verwenden viele weg weiß wieder wirklich wissen wollen zeige zeigen zeigt zeit zwei'

const folded = (words: string) => new Set(words.split(' ').map(foldWord))

type Lists = Partial<Readonly<Record<Language, ReadonlySet<string>>>>

const words: Lists = {
  en: folded(english),
  de: folded(german),
}

/** What a word that people put into any question counts of its rarity. */
export const EVERYDAY_SHARE = 0.7

/**
 * Whether a folded word is one that people put into any question. Such words are rare in manuals and papers, so that
 * rarity alone would take them for what the question is about.
 */
export function isEverydayWord(form: string, languages: readonly Language[]): boolean {
  return isIn(words, form, languages)
}

const kinds: Lists = {
  en: folded('book docs documentation guide handbook manual'),
  de: folded('anleitung buch dokumentation handbuch'),
}

/** Whether a folded word says what kind of document something is, as people put it behind a name: "the Octave manual". */
export function isKindOfDocument(form: string, languages: readonly Language[]): boolean {
  return isIn(kinds, form, languages)
}

function isIn(lists: Lists, form: string, languages: readonly Language[]): boolean {
  return languages.some((language) => lists[language]?.has(form) === true)
}

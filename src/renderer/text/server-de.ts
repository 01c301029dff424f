import { formatNumber, type Widened } from './language'
import type { serverEn } from './server-en'

/** German texts of what a model server can do, and of how much a run may use. */
export const serverDe: Widened<typeof serverEn> = {
  found: (name) => `${name} läuft auf diesem Rechner`,
  foundText: (model, others) =>
    `Lass „${model}“ antworten statt des Offline-Assistenten, der nur zitiert.${others === 0 ? '' : ' Seine anderen Modelle stehen in den Einstellungen.'}`,
  connect: 'Noch ist kein Modell verbunden',
  connectText:
    'Der Offline-Assistent zitiert aus deiner Bibliothek und ruft Werkzeuge auf, die du nennst. Ein Modell antwortet frei und arbeitet mit deinen Dateien: mit einem Schlüssel von Anthropic, oder ohne einen auf diesem Rechner.',
  setUp: 'Modell einrichten',
  answersNow: (model) => `Ab jetzt antwortet „${model}“.`,
  title: 'Was dieser Server kann',
  assumed: 'Nach seiner Adresse angenommen; noch nicht gefragt.',
  asked: 'Durch Fragen herausgefunden.',
  check: 'Den Server fragen',
  checkHelp:
    'Schickt dem Modell ein paar kurze Fragen. Bei einem bezahlten Dienst kostet das einige tausend Token; ein Modell auf diesem Rechner braucht vielleicht Minuten.',
  checking: 'Fragt…',
  checked: 'Der Server wurde gefragt. Was er kann, wird ab jetzt genutzt.',
  can: 'Ja',
  cannot: 'Nein',
  features: {
    citations: 'Zitiert Textstellen von sich aus',
    promptCaching: 'Hält den Anfang eines Gesprächs bereit, damit er weniger kostet',
    images: 'Sieht Bilder, die Werkzeuge lesen',
    toolChoice: 'Lässt sich sagen, dass es keine Werkzeuge aufrufen soll',
    thinking: 'Denkt nach, wenn es soll',
    effort: 'Nimmt einen Aufwand entgegen',
    counting: 'Zählt Token im Voraus',
    contextEditing:
      'Lässt von sich aus alte Ergebnisse von Werkzeugen weg, wenn ein Gespräch noch zu lang ist',
  },
  without: {
    citations: 'Textstellen gehen als Text mit, und das Modell soll seine Zitate selbst schreiben.',
    promptCaching: 'Jede Runde wird ganz neu gelesen.',
    images: 'Statt eines Bildes liest das Modell, dass dort eines ist.',
    toolChoice:
      'Ruft das Modell in der letzten Runde eines Laufs Werkzeuge auf, wird es noch einmal ohne sie gefragt.',
    thinking: 'Ob es nachdenkt, bleibt dem Modell überlassen.',
    effort: 'Wie viel Aufwand es treibt, bleibt dem Modell überlassen.',
    counting: 'Ein zu langes Gespräch fällt erst auf, wenn der Server es ablehnt.',
    contextEditing: 'Countersign lässt sie vor dem Senden weg; was noch zu lang ist, wird zusammengefasst.',
  },
  window: {
    server: (tokens) => `Nimmt ${formatNumber(tokens)} Token auf einmal auf, wie er sagt`,
    set: (tokens) => `Nimmt ${formatNumber(tokens)} Token auf einmal auf, wie oben eingestellt`,
    usual: (tokens) =>
      `${formatNumber(tokens)} Token auf einmal sind angenommen; wie viele es sind, hat er nicht gesagt`,
  },
  windowOfficial: (tokens) => `Nimmt ${formatNumber(tokens)} Token auf einmal auf`,
  windowUnknown:
    'Nimmt er weniger auf, lässt er den Anfang eines Gesprächs vielleicht wortlos weg. Frage ihn, oder gib oben das Kontextfenster ein.',
  windowLess: (tokens) =>
    `Eingestellt sind ${formatNumber(tokens)}, mehr als er aufnimmt; es gilt, was er sagt.`,
  windowLittle: 'Das ist wenig: Gespräche werden früh zusammengefasst.',
  limits: 'Nachdenken und Budget',
  thinking: 'Nachdenken vor einer Antwort',
  thinkingChoices: { default: 'Wie das Modell entscheidet', on: 'An', off: 'Aus' },
  effort: 'Aufwand',
  effortChoices: {
    default: 'Wie das Modell entscheidet',
    low: 'Gering',
    medium: 'Mittel',
    high: 'Hoch',
    xhigh: 'Sehr hoch',
    max: 'Am höchsten',
  },
  notTaken: 'Dieser Server nimmt das nicht entgegen.',
  tokenBudget: 'Höchstzahl der Token eines Laufs',
  tokenBudgetHelp:
    'Gesendet und geantwortet, alle Runden zusammen. 0 für keine Grenze. Der Lauf hält vor seiner nächsten Runde an.',
  costBudget: 'Was ein Lauf höchstens kosten darf',
  costBudgetHelp: 'In der Währung der Preise darunter. 0 für keine Grenze.',
  inputPrice: 'Preis von einer Million gesendeter Token',
  outputPrice: 'Preis von einer Million Token der Antworten',
  priceHelp: 'Wie dein Anbieter ihn nennt. Was aus einem Zwischenspeicher kommt, zählt zum vollen Preis.',
  needsPrices: 'Trag auch die Preise ein: ohne sie sind keine Kosten bekannt.',
  outOfRange: (most) => `Eine Zahl von 0 bis ${formatNumber(most)}.`,
  save: 'Nachdenken und Budget speichern',
}

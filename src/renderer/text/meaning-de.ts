import type { Widened } from './language'
import { count, formatNumber, formatSize } from './language'
import type { meaningEn } from './meaning-en'

/** German texts of searching by meaning. */
export const meaningDe: Widened<typeof meaningEn> = {
  title: 'Suche nach Bedeutung',
  intro:
    'Findet Stellen, die dasselbe mit anderen Worten sagen, mit einem Embedding-Modell auf diesem Rechner oder einem, das du anderswo betreibst oder mietest. Zunächst aus: Die Suche nach Wörtern braucht kein Modell.',
  provider: 'Was die Vektoren bildet',
  off: 'Nur Wörter',
  offText: 'Nichts einzurichten, nichts wird irgendwohin gesendet.',
  local: 'Eingebaut',
  localText:
    'Ein kleines Modell, das auf diesem Rechner läuft. Es wird einmal heruntergeladen, wenn du es sagst; kein Text wird irgendwohin gesendet.',
  ollama: 'Ollama',
  ollamaText: 'Auf diesem oder einem anderen Rechner; mit einem Modell wie nomic-embed-text.',
  openai: 'OpenAI-kompatibel',
  openaiText: 'Jeder Server mit /v1/embeddings: LM Studio, llama.cpp, vLLM oder ein Dienst im Netz.',
  address: 'Adresse des Embedding-Servers',
  addressHelp: 'Ohne /v1. Der Text jeder Stelle der Bibliothek wird dorthin geschickt.',
  model: 'Embedding-Modell',
  modelHelp: 'So, wie der Server es nennt.',
  key: 'Schlüssel des Embedding-Servers',
  keyHelp: 'Nur wenn der Server einen verlangt. Liegt im Schlüsselspeicher dieses Rechners.',
  keyStored: 'Für diesen Server ist ein Schlüssel gespeichert.',
  removeKey: 'Schlüssel entfernen',
  keyRemoved: 'Der Schlüssel wurde entfernt.',
  test: 'Testen',
  testOk: (dimensions, ms) =>
    `Es geht: ${formatNumber(dimensions)} Dimensionen, Antwort nach ${formatNumber(ms)} ms.`,
  switchOn: 'Einschalten',
  use: 'Dieses Modell nehmen',
  chosen: 'Die Suche nach Bedeutung ist an. Die Stellen bekommen ihre Vektoren im Hintergrund.',
  state: {
    off: 'Aus',
    paused: 'Angehalten',
    working: 'Vektoren werden gebildet',
    waiting: 'Wartet, bis die Dokumente gelesen sind, die gerade gelesen werden',
    away: 'Wartet auf das Modell; es wird von selbst wieder gefragt',
    failed: 'Unterbrochen',
    done: 'Jede Stelle hat ihren Vektor',
  },
  of: (done, total) => `${formatNumber(done)} von ${count(total, 'Stelle', 'Stellen')}`,
  inUse: (model, dimensions) => `Die Suche benutzt ${model} (${formatNumber(dimensions)} Dimensionen).`,
  notYet: 'Bis jede Stelle ihren Vektor hat, wird nur nach Wörtern gesucht.',
  otherInUse: (model) => `Bis die neuen Vektoren vollständig sind, benutzt die Suche die von ${model}.`,
  pause: 'Anhalten',
  goOn: 'Weiter',
  again: 'Noch einmal',
  switchedOff: 'Die Suche nach Bedeutung ist aus. Die Vektoren bleiben erhalten.',
  kept: (n, bytes) => `${count(n, 'Vektor', 'Vektoren')} aufbewahrt (${formatSize(bytes)})`,
  keptText: 'Sie werden wieder benutzt, wenn du dasselbe Modell einschaltest.',
  remove: 'Vektoren entfernen',
  removeQuestion: (n) => `${count(n, 'Vektor', 'Vektoren')} entfernen?`,
  removeText: (n, bytes) =>
    `Die Suche nach Bedeutung wird ausgeschaltet, ${formatSize(bytes)} werden frei. Dokumente, Notizen und die Suche nach Wörtern bleiben. Für eine spätere Suche nach Bedeutung ${n === 1 ? 'muss' : 'müssen'} ${count(n, 'Stelle', 'Stellen')} neu an ein Modell geschickt werden.`,
  removed: 'Die Vektoren wurden entfernt.',
  wordsAlone: 'Nur nach Wörtern gesucht: Das Modell für die Bedeutung hat nicht geantwortet.',
}

import type { chatEn } from './chat-en'
import { formatNumber, type Widened } from './language'

/** The German texts of branches, the list of conversations, search and export. */
export const chatDe: Widened<typeof chatEn> = {
  branch: {
    versions: 'Fassungen dieser Nachricht',
    previous: 'Vorige Fassung',
    next: 'Nächste Fassung',
    place: (at, of) => `${formatNumber(at)} / ${formatNumber(of)}`,
    edit: 'Nachricht bearbeiten',
    editing: 'Deine Nachricht',
    editHint:
      'Beim Senden entsteht ein neuer Zweig. Was auf diese Nachricht folgte, bleibt: Die Pfeile führen dorthin zurück.',
    regenerate: 'Neu beantworten',
    copy: 'Nachricht kopieren',
    notShown: 'Frühere Antworten sind noch da:',
  },
}

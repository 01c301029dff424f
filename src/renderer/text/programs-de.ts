import type { Widened } from './language'
import type { programsEn } from './programs-en'

/** The texts about other programs that use the tools, in German. */
export const programsDe: Widened<typeof programsEn> = {
  title: 'Andere Programme',
  intro:
    'Andere Assistenten wie Claude Desktop, Cursor oder goose können diese Werkzeuge über MCP benutzen. Sie lesen in freigegebenen Ordnern und in der Bibliothek; was sie ändern wollen, wartet unter ihrem Namen im Eingang.',
  configuration: 'Für die Einstellungen des anderen Programms',
  configurationHint: 'Die meisten haben dafür eine Datei mit „mcpServers“; dies kommt hinein.',
  address: 'Für Programme, die sich mit einer Adresse verbinden',
  addressHint:
    'In einem Terminal ausführen und laufen lassen. Es gibt die Adresse und das Token aus, nach denen das andere Programm fragt.',
}

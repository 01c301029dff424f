/** The verbs of tools that change something, by words that people begin a request for it with, English and German. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  create: [
    'create',
    'make',
    'write',
    'add',
    'erstelle',
    'erstell',
    'schreibe',
    'schreib',
    'lege',
    'leg',
    'mach',
    'mache',
    'füge',
  ],
  add: ['add', 'füge'],
  delete: ['delete', 'remove', 'erase', 'lösche', 'lösch', 'entferne'],
  trash: ['delete', 'remove', 'trash', 'lösche', 'lösch', 'entferne'],
  move: ['move', 'rename', 'verschiebe', 'verschieb', 'benenne'],
  copy: ['copy', 'duplicate', 'kopiere', 'kopier'],
  update: ['update', 'change', 'edit', 'rename', 'ändere', 'ändre', 'bearbeite', 'benenne'],
  edit: ['edit', 'change', 'ändere', 'ändre', 'bearbeite'],
  merge: ['merge', 'vereinige', 'verbinde'],
  run: ['run', 'execute'],
}

/** What tools work on, by the words for it. */
const things: Readonly<Record<string, readonly string[]>> = {
  note: ['note', 'notes', 'notiz', 'notizen'],
  file: ['file', 'files', 'datei', 'dateien'],
  directory: ['directory', 'folder', 'ordner', 'verzeichnis'],
  contact: ['contact', 'contacts', 'kontakt', 'kontakte'],
  task: ['task', 'tasks', 'todo', 'todos', 'aufgabe', 'aufgaben'],
  document: ['document', 'documents', 'dokument', 'dokumente'],
  collection: ['collection', 'sammlung'],
  command: ['command', 'befehl'],
}

const politeness =
  /^(?:(?:please|bitte|can you|could you|would you|will you|kannst du|könntest du|würdest du|i want you to|i’d like you to)[\s,]+)+/iu

/** Requests that name no thing, by the tool that they ask for. */
const withoutThing: readonly (readonly [tool: string, words: RegExp])[] = [
  ['create_task', /^(?:remind me|don['’]t let me forget|erinnere? mich)\b/iu],
  [
    'create_task',
    /^(?:add|put|setze?|schreibe?|pack)\b.*\b(?:to|on|onto|auf|in)\s+(?:my|the|meine|die)\s+(?:to-?dos?|tasks?|aufgaben)(?:[\s-]*list[e]?)?[.!]?$/iu,
  ],
  [
    'create_note',
    /^(?:note (?:down|that)|take a note|jot down|write down|notiere?|merke? dir|schreibe? (?:dir )?auf)\b/iu,
  ],
]

/** The thing that is changed stands near the beginning: "create a short new note", not "write how a file is opened". */
const WORDS_BEFORE_THING = 4

/**
 * The tools, among those of these names, that words ask to use on something: "please create a note that says …". Only
 * what begins like a request is one; "how do I delete a file?" asks for words.
 */
export function wishedChanges(words: string, names: readonly string[]): string[] {
  const request = words.trim().replace(politeness, '')
  const asked = withoutThing.find(([, beginning]) => beginning.test(request))
  if (asked !== undefined) return names.filter((name) => name === asked[0])
  const [first = '', ...rest] = request.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const thing = rest
    .slice(0, WORDS_BEFORE_THING)
    .flatMap((word) => Object.keys(things).find((name) => things[name]?.includes(word)) ?? [])
    .at(0)
  if (thing === undefined) return []
  return names.filter((name) => {
    const [verb = '', ...object] = name.split('_')
    return verbs[verb]?.includes(first) === true && [thing, `${thing}s`].includes(object.join('_'))
  })
}

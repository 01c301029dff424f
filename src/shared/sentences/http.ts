import { inQuotes } from './english'

interface Tool {
  readonly tool: string
}
interface Host {
  readonly host: string
}

/** What tools that ask an address propose, and why one can't be made or used. */
export const httpSentences = {
  'http.call': ({ tool, method, host }: Tool & Host & { method: string }) =>
    `${inQuotes(tool)}: send a request (${method}) to ${host}`,
  'http.no_undo': ({ host }: Host) =>
    `Countersign does not know what ${host} does with this, and can’t undo it.`,
  'http.gets_all': ({ host }: Host) => `${host} is given all that stands here.`,
  'http.moved': ({ tool }: Tool) =>
    `The tool ${inQuotes(tool)} has changed since this was proposed, so nothing was sent.`,
  'http.gone': ({ tool }: Tool) =>
    tool === '' ? 'There is no such tool any more.' : `The tool ${inQuotes(tool)} was removed.`,
  'http.switched_off': ({ tool }: Tool) => `The tool ${inQuotes(tool)} is switched off under Tools.`,
  'http.failed': ({ host, status, text }: Host & { status: number; text: string }) =>
    `${host} refused the request (${status}). It says: ${text}`,
  'http.redirects': ({ host, to }: Host & { to: string }) =>
    `${host} passes the request on to ${to}, and nothing was sent there. If that is the right address, give it to the tool.`,
  'http.may_have_done': ({ host }: Host) =>
    `It may or may not have been done: only ${host} knows. Look there before doing it again.`,
  'http.no_title': () => 'The tool needs a title.',
  'http.title_taken': ({ title }: { title: string }) => `There is a tool called ${inQuotes(title)} already.`,
  'http.no_description': () => 'Say what it does: by that a model knows when to use it.',
  'http.fixed_host': () =>
    'Fields stand behind the host: which one is asked does not depend on what is given.',
  'http.no_fragment': () => 'What stands behind a # is never sent. Leave it out.',
  'http.odd_braces': () => 'There is a brace in the address that belongs to no field.',
  'http.odd_field': ({ name }: { name: string }) =>
    `${inQuotes(name)} can’t be the name of a field: letters from A to Z, digits, “_” and “-”, with a letter first.`,
  'http.no_such_field': ({ name }: { name: string }) =>
    `The address has ${inQuotes(name)} between braces, and there is no such field.`,
  'http.needed_in_path': ({ name }: { name: string }) =>
    `${inQuotes(name)} stands in the path of the address, so it is always needed.`,
  'http.odd_segment': ({ name }: { name: string }) =>
    `${inQuotes(name)} can’t be empty, “.” or “..”: the address would be another one.`,
}

import { homedir, userInfo } from 'node:os'
import { isAbsolute, parse } from 'node:path'

/** Who is asked for the person's own folder: what is set for the process (`HOME`), then the system's list of accounts. */
const usualSources: readonly (() => string)[] = [homedir, () => userInfo().homedir]

/**
 * The person's own folder, absolute. What is empty or relative is none: it would be the folder in which the program
 * happens to be started. An account that has none at all, as a number without a name in a container, has the root, where
 * container engines and login programs put it too.
 */
export function homeFolder(sources = usualSources): string {
  for (const source of sources) {
    const told = toldBy(source)
    if (isAbsolute(told)) return told
  }
  return parse(process.cwd()).root
}

function toldBy(source: () => string): string {
  try {
    return source()
  } catch {
    // Node throws where the account is in no list.
    return ''
  }
}

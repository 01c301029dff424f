import { dirname, join, sep } from 'node:path'

// Names are compared folded, so these are in lower case. An entry with slashes matches that run of folders.

/** Keys, passwords and profiles: what an assistant has no business with wherever it lies. */
const secrets: readonly string[] = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.dockercfg',
  '.aliyun',
  '.bluemix',
  '.databrickscfg',
  '.config/gcloud',
  '.config/gh',
  '.config/rclone',
  '.config/doctl',
  '.config/containers/auth.json',
  '.config/git/credentials',
  'appdata/roaming/gcloud',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pypirc',
  '.pgpass',
  '.git-credentials',
  '.vault-token',
  '.oci',
  '.boto',
  '.s3cfg',
  '.terraformrc',
  '.terraform.d',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.my.cnf',
  '.mylogin.cnf',
  '.password-store',
  '.config/op',
  '.config/1password',
  '.config/bitwarden',
  '1password/data',
  'application support/bitwarden',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  'library/keychains',
  'microsoft/credentials',
  'microsoft/protect',
  'microsoft/vault',
  '.mozilla',
  '.thunderbird',
  '.librewolf',
  'mozilla/firefox',
  'application support/firefox',
  'google/chrome',
  'google-chrome',
  'bravesoftware',
  'microsoft/edge',
  '.config/microsoft-edge',
  'application support/microsoft edge',
  '.config/chromium',
  'application support/chromium',
  'chromium/user data',
  'snap/chromium',
  'org.chromium.chromium/config/chromium',
  'library/safari',
  'library/cookies',
  '.config/vivaldi',
  'vivaldi/user data',
  'application support/vivaldi',
  '.config/opera',
  'opera software',
  'com.operasoftware.opera',
  // What was typed into a shell has passwords in it sooner or later.
  '.bash_history',
  '.zsh_history',
  '.histfile',
  '.local/share/fish',
  'powershell/psreadline',
]

/** `.env`, `.env.local`, `.envrc`: every name that begins like this. */
const secretPrefix = '.env'
/** `.python_history`, `.psql_history`: every hidden name that ends like this. */
const historySuffix = '_history'
/** Stores of passwords, which may have any name. */
const storeSuffix = '.kdbx'

/** Names of folders and files in a row, as a list of places has them: `.config/gh`. */
type Run = readonly string[]

/** The entries of a list of places, which are in lower case. */
export function runsOf(places: readonly string[]): readonly Run[] {
  return places.map((entry) => entry.split('/'))
}

const secretRuns = runsOf(secrets)

/** ASCII without a stream's name, and with nothing to strip at its end. */
const plainName = /^[\w .,()+@~-]*[\w()+@~-]$/

/**
 * A name as the loosest file system would compare it: compatibility forms and case are one, invisible characters
 * do not count (HFS+ ignores them), nor do trailing dots and spaces or a stream's name (NTFS).
 */
export function foldName(name: string): string {
  // Nearly all names are such, and walks fold very many.
  if (plainName.test(name)) return name.toLowerCase()
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/(?<=.):.*$/s, '')
    .replace(/(?<![. ])[. ]+$/, '')
}

function foldPath(path: string): readonly string[] {
  return path
    .split(sep)
    .filter((segment) => segment !== '')
    .map((segment) => foldName(segment))
}

/** Whether a folded name is a secret's by itself, in whatever folder. */
function isSecretName(name: string): boolean {
  if (name.startsWith(secretPrefix) || name.endsWith(storeSuffix)) return true
  return name.startsWith('.') && name.endsWith(historySuffix)
}

/** Whether a canonical path is one of the well-known secrets or inside one, there or not. */
export function isSecret(path: string): boolean {
  const segments = foldPath(path)
  return segments.some(isSecretName) || hasRun(segments, secretRuns)
}

/** Whether a canonical path is, or lies in, one of the places of a list, by folded names. */
export function isInPlaces(path: string, places: readonly Run[]): boolean {
  return hasRun(foldPath(path), places)
}

function hasRun(segments: readonly string[], runs: readonly Run[]): boolean {
  return segments.some((_, index) =>
    runs.some((run) => run.every((part, offset) => segments[index + offset] === part)),
  )
}

const secretEnds = new Set(secretRuns.map((run) => run.at(-1)))

/** Whether a name can be the last of a path to a secret; whether it is one, the folders above it decide. */
export function mayEndSecret(name: string): boolean {
  const folded = foldName(name)
  return isSecretName(folded) || secretEnds.has(folded)
}

/** Where the well-known secrets of an account usually are, there or not. */
export function secretPlacesIn(home: string): string[] {
  return secrets.map((entry) => join(home, entry))
}

/** Where a system shows itself as files: the environment and the memory of programs among them. */
const systemViews = ['/proc', '/sys', '/dev']

/** Whether a canonical path is such a place, or has one in it as the root of the disk has. */
export function showsSystem(path: string): boolean {
  return systemViews.some((view) => isInside(view, path) || isInside(path, view)) || dirname(path) === path
}

/** Whether a path is a folder or inside it, by folded names. */
export function isInsideFolded(folder: string, path: string): boolean {
  const outer = foldPath(folder)
  const inner = foldPath(path)
  return outer.every((segment, index) => inner[index] === segment)
}

/** Whether a canonical path is a folder or inside it, exactly. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

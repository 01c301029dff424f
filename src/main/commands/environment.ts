/** Variables that programs need and that hold no secret; everything else stays with Countersign. */
const passedOn = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  // Windows programs do not start without these.
  'SystemRoot',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramFiles',
] as const

/** Where programs make temporary files, on any system. */
const temporary = ['TMPDIR', 'TEMP', 'TMP']

/** What a command sees of the environment: an allow-list, so that a key in an unknown variable is not passed on. */
export function commandEnvironment(
  own: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  // Windows takes names in either case, and itself writes Path.
  const fold = (name: string) => (platform === 'win32' ? name.toLowerCase() : name)
  const nameOf = (name: string) =>
    passedOn.find((known) => fold(known) === fold(name)) ?? (name.startsWith('LC_') ? name : null)
  const kept = Object.entries(own).flatMap(([each, value]) => {
    const name = nameOf(each)
    return value === undefined || name === null ? [] : [[name, value] as const]
  })
  // No colours and no pagers: the output is read as text.
  return { ...Object.fromEntries(kept), TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat' }
}

/** The same in a sandbox, where the folder for temporary files is a new one: the usual one is out of sight or only to be read. */
export function enclosedEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, temporary.includes(name) ? '/tmp' : value]),
  )
}

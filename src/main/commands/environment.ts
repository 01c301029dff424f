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
  'SYSTEMROOT',
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

/** What a command sees of the environment: an allow-list, so that a key in an unknown variable is not passed on. */
export function commandEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  const names = Object.keys(own).filter(
    (name) => passedOn.some((known) => known === name) || name.startsWith('LC_'),
  )
  const kept = names.flatMap((name) => {
    const value = own[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  // No colours and no pagers: the output is read as text.
  return { ...Object.fromEntries(kept), TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat' }
}

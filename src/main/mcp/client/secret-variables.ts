import { percentDecoded } from '../../../shared/web/percent-decoded'

/** Names of variables that hold a secret, and of those that only say where one is. */
const secretName =
  /key|token|secret|pass|pwd|auth|cred|cookie|jwt|session|private|signature|dsn|(?:^|_)pat(?:_|$)/i
const placeName = /(?:file|path|dir|folder)$/i

/** The shortest secret: what is shorter is a number, a yes or a no. */
const SECRET_CHARACTERS = 8

/**
 * The values that a program may never be heard to repeat: of variables whose names say so, and passwords in addresses.
 * Others are places, numbers and names which a model has to be told and to give again.
 */
export function secretsAmong(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables)
    .flatMap(([name, value]) =>
      secretName.test(name) && !placeName.test(name) ? [value, ...passwordIn(value)] : passwordIn(value),
    )
    .filter(({ length }) => length >= SECRET_CHARACTERS)
}

function passwordIn(value: string): string[] {
  if (!URL.canParse(value)) return []
  const { password } = new URL(value)
  return password === '' ? [] : [password, percentDecoded(password)]
}

import { randomBytes } from 'node:crypto'
import { AppError } from '../../shared/errors'

/** 256 bits, so that guessing is hopeless. */
const tokenBytes = 32
/** Of a token that a person sets: as many as 128 bits take in hexadecimal digits. */
const shortestCharacters = 32

/** A token that nobody can guess. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/**
 * The lasting token of programs that connect over HTTP, `COUNTERSIGN_MCP_TOKEN`; null where it is not set. Throws
 * `invalid_input` for one that is short or that no header can carry.
 */
export function chosenMcpToken(environment: Readonly<Record<string, string | undefined>>): string | null {
  const token = environment.COUNTERSIGN_MCP_TOKEN
  if (token === undefined || token === '') return null
  if (token.length < shortestCharacters || !/^[\w.~+/=-]+$/.test(token)) {
    throw new AppError(
      'invalid_input',
      `COUNTERSIGN_MCP_TOKEN must have at least ${shortestCharacters} characters: letters, digits and - . _ ~ + / = alone. \`openssl rand -hex 32\` makes one.`,
    )
  }
  return token
}

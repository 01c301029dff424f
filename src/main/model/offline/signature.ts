/** Longer lines are no signature (characters). */
const longest = 160
/** Arguments in brackets, which may have brackets of their own. */
const callArguments = String.raw`\((?:[^()\n]|\([^()\n]*\))*\)`
/** So many words that nothing but space parts are no arguments. */
const prose = /\p{L}+ \p{L}+ \p{L}+ \p{L}+/u

/**
 * How a function is called, as reference manuals set it above what it does: `record (sec, fs)`, `[s, i] = sortrows (A)`,
 * `def join(path, *paths):`, `int close(int fd);`. Only where the bracket stands at the name may words stand before it:
 * “Installing on Windows (64-bit)” is a heading.
 */
const signature = new RegExp(
  [
    '^`*(?:',
    // An assignment or nothing, a name, its arguments.
    String.raw`(?:[\p{L}\p{N}_[\],.* ]{1,80}=\s?)?[\p{L}_$][\p{L}\p{N}_$.:]*\s?${callArguments}`,
    '|',
    String.raw`(?:[\p{L}\p{N}_<>*&]{1,40} ){1,3}[\p{L}_$*&][\p{L}\p{N}_$.:]*${callArguments}`,
    ')',
    // What it answers.
    String.raw`\s?(?:(?:->|:) ?[\p{L}\p{N}_.<>[\], |]{1,40})?[:;{]?`,
    '`*$',
  ].join(''),
  'u',
)

/** Whether a line is how a function is called. */
export function isSignature(line: string): boolean {
  const bare = line.trim()
  return bare.length <= longest && signature.test(bare) && !prose.test(bare)
}

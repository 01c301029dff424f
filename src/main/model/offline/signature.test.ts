import { describe, expect, it } from 'vitest'
import { onlyRefers } from './reference'
import { isSignature } from './signature'

describe('how a function is called', () => {
  it.each([
    'seconds = time ()',
    '[s, i] = sortrows (A, c)',
    'record (sec, fs)',
    'soundsc (. . ., [ymin, ymax])',
    't.test(A, B, var.equal=TRUE)',
    'def join(path, *paths):',
    'async function open(path: string): Promise<Handle>',
    'int close(int fd);',
    'void R_RegisterCFinalizer(SEXP s, R_CFinalizer_t fun);',
    '`readFile(path, options)`',
  ])('is told: %s', (line) => {
    expect(isSignature(line)).toBe(true)
  })

  it.each([
    'Installing on Windows (64-bit)',
    'f = @(x) ones (size (x))',
    'example (where the exact quoting needed will depend on the shell in use)',
    'norm(x) any normal distribution (Gaussian) function of real(x)',
    'The rent is due (on the first).',
    'A line that has no brackets',
    `${'a'.repeat(200)}()`,
    '',
  ])('is not taken for one: %s', (line) => {
    expect(isSignature(line)).toBe(false)
  })
})

describe('a sentence that only leads elsewhere', () => {
  it.each([
    'See also: [sound], page 887, [record], page 887.',
    'See Section 4.1 [Matrices], page 52.',
    'Siehe Abschnitt 4.1 und Seite 12.',
    'Voir aussi : les marées.',
  ])('is told: %s', (sentence) => {
    expect(onlyRefers(sentence)).toBe(true)
  })

  it.each([
    'See what the tide does to the harbour.',
    'The rent (see page 3) is due on the first.',
    'In 1997 the value was 856163706.',
    'Seesaws are seen.',
    'In.',
    '',
  ])('is not taken for one: %s', (sentence) => {
    expect(onlyRefers(sentence)).toBe(false)
  })
})

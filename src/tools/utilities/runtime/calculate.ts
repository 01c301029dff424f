import { createContext, Script } from 'node:vm'
import type { MathJsInstance } from 'mathjs'
import { AppError } from '../../../shared/errors'
import { checkExpression } from './expression-check'

/** What an expression gave. */
export interface Calculated {
  readonly expression: string
  readonly result: string
  readonly kind: 'number' | 'complex' | 'unit' | 'matrix' | 'boolean' | 'text'
}

/** Digits that are computed with, so that the digits that are shown are right. */
const COMPUTED_DIGITS = 64
/** Digits that are shown. */
const SHOWN_DIGITS = 20
/** A sum takes under a millisecond; what takes longer is a loop in disguise, and the main thread waits for it. */
const TIME_LIMIT_MS = 300
/** Characters of a result. */
const RESULT_LENGTH = 10_000

/**
 * Computes an expression of numbers, units and small matrices; nothing else can be reached from it. Throws `too_large`
 * for a result that can't be shown.
 */
export async function calculate(expression: string): Promise<Calculated> {
  const math = await mathematics()
  const node = parsed(math, expression)
  checkExpression(node)
  const value = lastOf(within(TIME_LIMIT_MS, () => evaluated(node)))
  if (value === undefined) throw invalid('The expression gives no value. End it with what you want to know.')
  if (typeof value === 'function') throw invalid('The expression names a function without calling it.')
  const result = inDigits(math, value)
  if (result.length > RESULT_LENGTH) throw new AppError('too_large', 'The result is too long to be shown.')
  return { expression: expression.trim(), result, kind: kindOf(math, value) }
}

function inDigits(math: MathJsInstance, value: unknown): string {
  // A whole number is exact as long as all its digits were computed.
  if (math.isBigNumber(value) && value.isInteger() && value.precision(true) <= COMPUTED_DIGITS)
    return value.toFixed()
  return math.format(value, { precision: SHOWN_DIGITS, lowerExp: -9, upperExp: SHOWN_DIGITS })
}

let instance: Promise<MathJsInstance> | null = null

/** Loaded with the first sum: the library is large, and most runs need none. */
function mathematics(): Promise<MathJsInstance> {
  instance ??= import('mathjs').then(({ create, all = {} }) =>
    create(all, { number: 'BigNumber', precision: COMPUTED_DIGITS, matrix: 'Array' }),
  )
  return instance
}

function parsed(math: MathJsInstance, expression: string) {
  try {
    return math.parse(expression)
  } catch (error) {
    throw invalid(`The expression can’t be read: ${reason(error)}`, error)
  }
}

function evaluated(node: { evaluate(scope: Map<string, unknown>): unknown }): unknown {
  try {
    return node.evaluate(new Map())
  } catch (error) {
    if (isTimeout(error)) throw error
    throw invalid(`The expression can’t be computed: ${reason(error)}`, error)
  }
}

/** Ends the work when its time is up: a timer could not, because the work never gives way to one. */
function within(limitMs: number, work: () => unknown): unknown {
  try {
    const context = createContext({ work })
    return new Script('work()').runInContext(context, { timeout: limitMs })
  } catch (error) {
    if (isTimeout(error)) {
      throw new AppError(
        'timeout',
        `The expression took longer than ${limitMs} ms. Use smaller numbers or fewer steps.`,
      )
    }
    throw error
  }
}

function isTimeout(error: unknown): boolean {
  // It comes from the other context, whose Error is not ours.
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}

/** Of several statements the last one counts. */
function lastOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'entries' in value && Array.isArray(value.entries)) {
    return value.entries.at(-1)
  }
  return value
}

function kindOf(math: MathJsInstance, value: unknown): Calculated['kind'] {
  switch (math.typeOf(value)) {
    case 'BigNumber':
    case 'number':
    case 'Fraction':
    case 'bigint':
      return 'number'
    case 'Complex':
      return 'complex'
    case 'Unit':
      return 'unit'
    case 'Matrix':
    case 'DenseMatrix':
    case 'Array':
      return 'matrix'
    case 'boolean':
      return 'boolean'
    default:
      return 'text'
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('invalid_input', message, { cause, field: 'expression' })
}

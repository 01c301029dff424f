import type { MathNode } from 'mathjs'
import { AppError } from '../../../shared/errors'

/** Numbers that a range such as 1:100 may have. */
const RANGE_LENGTH = 10_000
/** Parts of an expression, nested ones included. */
const NODE_LIMIT = 500

/** Functions that compute something of their arguments and nothing else; none evaluates text or takes a function. */
const functions = new Set(
  [
    'abs add cbrt ceil cube divide exp expm1 fix floor gcd hypot lcm log log10 log1p log2 mod multiply nthRoot pow',
    'round sign sqrt square subtract unaryMinus unaryPlus invmod nthRoots dotDivide dotMultiply dotPow',
    'sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh sec csc cot asec acsc acot sech csch coth',
    'factorial gamma lgamma erf combinations permutations multinomial bernoulli stirlingS2 bellNumbers catalan isPrime',
    'mean median mode std variance sum prod cumsum min max quantileSeq mad count sort corr',
    'det inv transpose trace dot cross norm size concat',
    're im arg conj polar complex',
    'to unit number bignumber fraction boolean',
    'and or not xor equal unequal larger largerEq smaller smallerEq compare',
    'bitAnd bitOr bitXor bitNot leftShift rightArithShift rightLogShift',
    'isInteger isNegative isPositive isZero isNaN',
  ].flatMap((line) => line.split(' ')),
)

const allowedNodes = new Set([
  'ConstantNode',
  'SymbolNode',
  'OperatorNode',
  'ParenthesisNode',
  'FunctionNode',
  'ArrayNode',
  'AssignmentNode',
  'BlockNode',
  'RangeNode',
  'ConditionalNode',
  'RelationalNode',
])

/** Throws unless an expression is made only of numbers, names, operators, lists and known functions. */
export function checkExpression(root: MathNode): void {
  let count = 0
  root.traverse((node) => {
    if (++count > NODE_LIMIT) throw refused('It has too many parts.')
    if (!allowedNodes.has(node.type)) throw refused(`${describe(node.type)} can’t be used here.`)
    if (node.type === 'ConstantNode' && typeof read(node, 'value') === 'string')
      throw refused('Text can’t be used here.')
    if (node.type === 'FunctionNode') checkCall(node)
    if (node.type === 'AssignmentNode' && read(node, 'index') !== null) {
      throw refused('A part of a list can’t be assigned to.')
    }
    if (node.type === 'RangeNode') checkRange(node)
  })
}

function checkCall(node: MathNode): void {
  const callee = read(node, 'fn')
  const name = isNode(callee) ? read(callee, 'name') : undefined
  if (typeof name !== 'string' || !functions.has(name)) {
    throw refused(`There is no function ${typeof name === 'string' ? name : 'of this form'} here.`)
  }
}

/** Bounds must be plain numbers, so that the length is known before anything is computed. */
function checkRange(node: MathNode): void {
  const [start, end, step] = ['start', 'end', 'step'].map((key) => {
    const bound = read(node, key)
    return bound === null ? 1 : plainNumber(bound)
  })
  if (start === undefined || end === undefined || step === undefined) {
    throw refused('A range must have plain numbers as bounds, such as 1:100.')
  }
  if (step === 0 || Math.abs((end - start) / step) > RANGE_LENGTH) {
    throw refused(`A range can have ${RANGE_LENGTH} numbers at most.`)
  }
}

function plainNumber(value: unknown): number | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'ConstantNode') {
    const number = Number(read(value, 'value'))
    return Number.isFinite(number) ? number : undefined
  }
  if (value.type === 'OperatorNode' && read(value, 'fn') === 'unaryMinus') {
    const [argument] = Object.values(read(value, 'args') ?? {})
    const number = plainNumber(argument)
    return number === undefined ? undefined : -number
  }
  return undefined
}

/** The library's node types have no members in common; what is read is checked by the reader. */
function read(node: MathNode, key: string): unknown {
  return Reflect.get(node, key)
}

function isNode(value: unknown): value is MathNode {
  return typeof value === 'object' && value !== null && 'isNode' in value && value.isNode === true
}

function describe(type: string): string {
  switch (type) {
    case 'FunctionAssignmentNode':
      return 'A function of your own'
    case 'AccessorNode':
    case 'IndexNode':
      return 'Taking a part by its position or name'
    case 'ObjectNode':
      return 'An object'
    default:
      return `This form (${type})`
  }
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { field: 'expression' })
}

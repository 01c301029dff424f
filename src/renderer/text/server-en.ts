import { formatNumber } from './language'

/** English texts of what a model server can do, and of how much a run may use. */
export const serverEn = {
  found: (name: string) => `${name} runs on this machine`,
  foundText: (model: string, others: number) =>
    `Let “${model}” answer instead of the offline assistant, which only quotes.${others === 0 ? '' : ' The settings offer its other models.'}`,
  connect: 'No model is connected yet',
  connectText:
    'The offline assistant quotes from your library and runs tools that you name. A model answers freely and works with your files: with a key from Anthropic, or on this computer without one.',
  setUp: 'Set up a model',
  answersNow: (model: string) => `“${model}” answers from now on.`,
  title: 'What this server can do',
  assumed: 'Assumed from its address; not asked yet.',
  asked: 'Found out by asking it.',
  check: 'Ask the server',
  checkHelp:
    'Sends a few short questions to the model. On a paid service they cost a few thousand tokens; a local model may take minutes.',
  checking: 'Asking…',
  checked: 'The server was asked. What it can do is used from now on.',
  can: 'Yes',
  cannot: 'No',
  features: {
    citations: 'Cites passages by itself',
    promptCaching: 'Keeps the beginning of a conversation ready, so that it costs less',
    images: 'Sees pictures that tools read',
    toolChoice: 'Can be told not to call tools',
    thinking: 'Thinks when told to',
    effort: 'Takes an effort',
    counting: 'Counts tokens beforehand',
    contextEditing: 'Leaves out old results of tools by itself where a conversation is still too long',
  },
  without: {
    citations: 'Passages are sent as text, and the model is asked to write its citations.',
    promptCaching: 'Each turn is read anew.',
    images: 'In place of a picture the model reads that there is one.',
    toolChoice: 'If the model calls tools in the last turn of a run, it is asked again without them.',
    thinking: 'Whether it thinks is left to the model.',
    effort: 'How much effort it makes is left to the model.',
    counting: 'Too long a conversation is noticed when the server refuses it.',
    contextEditing: 'Countersign leaves them out before it sends; what is still too long is summed up.',
  },
  window: {
    server: (tokens: number) => `Takes ${formatNumber(tokens)} tokens at once, as it says`,
    set: (tokens: number) => `Takes ${formatNumber(tokens)} tokens at once, as set above`,
    usual: (tokens: number) => `${formatNumber(tokens)} tokens at once are assumed; it has not said how many`,
  },
  windowOfficial: (tokens: number) => `Takes ${formatNumber(tokens)} tokens at once`,
  windowUnknown:
    'If it takes less, it may leave out the beginning of a conversation without a word. Ask it, or enter the context window above.',
  windowLess: (tokens: number) =>
    `You set ${formatNumber(tokens)}, more than it takes; what it says is kept to.`,
  windowLittle: 'That is little: conversations are summed up early.',
  limits: 'Thinking and budget',
  thinking: 'Thinking before an answer',
  thinkingChoices: { default: 'As the model decides', on: 'On', off: 'Off' },
  effort: 'Effort',
  effortChoices: {
    default: 'As the model decides',
    low: 'Low',
    medium: 'Medium',
    high: 'High',
    xhigh: 'Very high',
    max: 'Highest',
  },
  notTaken: 'This server does not take it.',
  tokenBudget: 'Most tokens of one run',
  tokenBudgetHelp:
    'Sent and answered, all turns together. 0 for no limit. The run stops before its next turn.',
  costBudget: 'Most that one run may cost',
  costBudgetHelp: 'In the currency of the prices below. 0 for no limit.',
  inputPrice: 'Price of a million tokens sent',
  outputPrice: 'Price of a million tokens answered',
  priceHelp: 'As your provider states it. What comes from a cache counts at the full price.',
  needsPrices: 'Enter the prices too: without them no cost is known.',
  outOfRange: (most: number) => `A number from 0 to ${formatNumber(most)}.`,
  save: 'Save thinking and budget',
}

import { count, formatNumber, formatSeconds } from './language'

/** English texts of runs at work: what waits to join, what is waited for, and how a run ended early. */
export const runsEn = {
  queued: 'Messages that wait',
  joinsNext: 'Joins at the next step',
  keptForNext: 'Kept. Goes with your next message.',
  sendQueued: 'Send now',
  editQueued: (words: string) => `Edit “${words}”`,
  removeQueued: (words: string) => `Take back “${words}”`,
  queue: 'Send; it joins at the next step',
  retryIn: (seconds: number) => `Trying again in ${formatSeconds(seconds)}`,
  retryAtOnce: 'Trying again…',
  attempt: (attempt: number, attempts: number) =>
    `Attempt ${formatNumber(attempt)} of ${formatNumber(attempts)}`,
  tryNow: 'Try now',
  goOn: 'Continue',
  sequenceFailed: {
    title: 'A step failed',
    kept: 'What the steps before it did stays. “Continue” tries this step again and goes on from there.',
  },
  cutOff: 'The answer was cut off at its length limit several times. What had arrived is kept.',
  notAnswered: (why: string) => `Not answered: ${why}`,
  brokeOff: (why: string) => `Broke off: ${why}`,
  endedAtTurns: 'Stopped at the limit of turns.',
  compacting: 'Summing up the earlier messages for the model…',
  compacted: (before: number, after: number) =>
    `From here the assistant is given a summary of the earlier messages: about ${formatNumber(after)} instead of ${formatNumber(before)} tokens. Nothing of them is removed.`,
  compactedByExcerpts:
    'The model would not sum up the earlier messages. From here it is given their beginnings.',
  showSummary: 'Show the summary',
  cleared: (results: number, tokens: number) =>
    `From here the assistant is no longer sent older results of tools and attachments${results === 0 ? '' : `: ${formatNumber(results)}, about ${formatNumber(tokens)} tokens`}. They are still here for you.`,
  clearedByServer: (results: number, tokens: number) =>
    `Here the model’s server left out ${count(results, 'older result of a tool', 'older results of tools')} by itself, about ${formatNumber(tokens)} tokens, because the conversation was still too long. It does not say which. All results are still here for you; open one where its tool was called.`,
  tooLong: (tokens: number, windowTokens: number) =>
    `With its answer this comes to about ${formatNumber(tokens)} tokens, and the model’s server takes ${formatNumber(windowTokens)}: the model may not be given all of it.`,
  largerWindow:
    'Load the model with a larger window. With Ollama, choose a larger context length in the settings of its app; without the app, set Ollama’s environment variable OLLAMA_CONTEXT_LENGTH to a larger number, then quit Ollama and start it again.',
  contextTokens: 'Context window (tokens)',
  contextTokensHelp:
    'How much the model takes at once; longer conversations are summed up for it. 0 means what its server says; where it says nothing, 200,000 at Anthropic and 32,768 elsewhere.',
  modelTitles: 'Let the model give conversations their titles',
  modelTitlesHelp:
    'One short request after the first answer. When off, a conversation is called by its first words. A title that you give stays.',
  tokenBudget: (used: number, limit: number) =>
    `Stopped at the budget of this run: ${formatNumber(used)} of ${formatNumber(limit)} tokens are used. What was done is kept.`,
  costBudget: (used: number, limit: number) =>
    `Stopped at the budget of this run: about ${formatNumber(used)} of ${formatNumber(limit)} is spent, by the prices in Settings. What was done is kept.`,
  endedFailed: 'Ended with an error',
  unread: 'Not seen yet',
  notifications: 'Notifications',
  notificationsText:
    'While you look at something else, this window can tell you about its conversations: their titles, and what became of them.',
  notify: 'Tell me when a run ends or needs a decision',
  notificationState: {
    on: 'On, in this window.',
    off: 'Off. Your browser asks once whether it may.',
    blocked: 'Your browser blocks notifications of this page. Allow them in its settings for this address.',
    impossible: 'This browser has no notifications.',
  },
  notificationStateOfWindow: {
    on: 'On.',
    off: 'Off.',
    impossible: 'This system has no notifications.',
  },
}

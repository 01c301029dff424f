/** Shares of a model's window. */
export const shares = {
  /** Up to here nothing is left out. */
  full: 0.8,
  /**
   * From here on the model's server may leave out results by itself: above all that is sent where the count is right,
   * and a little below what does not fit.
   */
  server: 0.95,
  /** A server is asked to count from here on; below it the estimate is good enough. */
  count: 0.5,
  /** And up to here: what can't fit by any count is not sent to be counted. */
  counted: 2,
  /** What is worth leaving results of tools out for: each time the server's cache is lost. */
  worth: 0.1,
  /** The latest messages, which are sent as they are beside a summary. */
  latest: 0.25,
  /** What is summed up at once. */
  piece: 0.4,
}

/** The latest answers whose results of tools stay as they are: what the model is at work on. */
export const keptAnswers = 4

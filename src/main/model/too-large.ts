/** What is said when a conversation is more than its model takes; `said` are the server's own words. */
export function tooLargeText(said = ''): string {
  return `This conversation is longer than the model takes in one request.${said} Nothing of it is lost. Go on in a new conversation, or choose a model that takes more in Settings.`
}

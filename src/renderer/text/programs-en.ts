/** The texts about other programs that use the tools, in English. */
export const programsEn = {
  title: 'Other programs',
  intro:
    'Other assistants, such as Claude Desktop, Cursor or goose, can use these tools through MCP. They read in your granted folders and your library; what they want to change waits in your inbox, under their name.',
  configuration: 'For the settings of the other program',
  configurationHint: 'Most keep a file with “mcpServers”; this goes into it.',
  address: 'For programs that connect to an address',
  addressHint:
    'Run this in a terminal and leave it running. It prints the address and the token that the other program asks for.',
}

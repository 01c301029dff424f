/** What people look for in the settings under other words than their sections show at the time. */
export const settingsWordsEn = {
  model:
    'API key Anthropic Claude OpenAI Ollama LM Studio llama.cpp local server provider offline address context window effort thinking budget cost tokens spend limit',
  folders: 'grant access permission files directory path allowed',
  'web-pages': 'internet sites URL address robots crawl network local private hosts',
  'mcp-servers': 'connectors plugins extensions tools Model Context Protocol',
  meaning: 'embeddings vectors semantic search Ollama transformers download',
  recognition: 'OCR scan scanned pictures images Tesseract',
  'watched-folders': 'sync synchronize folder automatic import',
  proposals: 'approval expiry expire confirm changes days',
  'standing-grants': 'remembered permissions always allow revoke automatic approval',
  history: 'retention trash undo disk space delete old versions',
  appearance: 'theme dark light mode language German English text size contrast motion',
  notifications: 'sound alerts notify',
  shortcuts: 'keyboard keys hotkeys',
  programs: 'MCP Claude Desktop Cursor command line server connect',
  backup: 'export import restore save copy',
  about: 'version data folder licence privacy doctor check',
}

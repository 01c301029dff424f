import type { settingsWordsEn } from './settings-words-en'

/** What people look for in the settings under other words than their sections show at the time. */
export const settingsWordsDe: typeof settingsWordsEn = {
  model:
    'API-Schlüssel Anthropic Claude OpenAI Ollama LM Studio llama.cpp lokaler Server Anbieter offline Adresse Kontextfenster Aufwand Denken Budget Kosten Token Ausgabengrenze',
  folders: 'Freigabe Zugriff Rechte Dateien Verzeichnis Pfad erlaubt',
  'web-pages': 'Internet Seiten URL Adresse robots Netz lokal privat Rechner',
  'mcp-servers': 'Konnektoren Plugins Erweiterungen Werkzeuge Model Context Protocol',
  meaning: 'Embeddings Vektoren semantische Suche Ollama transformers Download',
  recognition: 'OCR Scan gescannt Bilder Texterkennung Tesseract',
  'watched-folders': 'Sync abgleichen Ordner automatisch einlesen',
  proposals: 'Genehmigung Ablauf Frist bestätigen Änderungen Tage',
  'standing-grants': 'gemerkte Rechte immer erlauben widerrufen automatisch genehmigen',
  history: 'Aufbewahrung Papierkorb rückgängig Speicherplatz löschen alte Versionen',
  appearance: 'Thema dunkel hell Modus Sprache Deutsch Englisch Schriftgröße Kontrast Bewegung',
  notifications: 'Ton Hinweise benachrichtigen',
  shortcuts: 'Tastatur Tasten Kürzel',
  programs: 'MCP Claude Desktop Cursor Befehlszeile Server verbinden',
  backup: 'Export Import wiederherstellen sichern Kopie',
  about: 'Version Datenordner Lizenz Datenschutz prüfen',
}

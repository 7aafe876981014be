/** Texts that are the same in English, by language. Each is the English text; one that is translated after all is taken out. */
export const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  /** Names and units. */
  everywhere: [
    ...[
      'Quoth',
      'Quoth {version}',
      'Quoth cloud',
      'Wyoming',
      'Kubernetes',
      'Linux, macOS',
      'cURL',
      'SHA-256',
    ],
    ...['Metal', 'Vulkan', 'CUDA', 'ROCm', 'Markdown (.md)', 'Obsidian', 'Webhook'],
    ...['MB', '{value, number} ms', '{size, number} MB', '{size, number} GB'],
  ],
  de: [
    ...['Status', 'System', 'Token', 'Server', 'Name', 'Optional', 'Optional.', 'Port', 'Shell'],
    ...['Text (.txt)', 'Pause', 'Position', 'Cloud', 'Code', 'Prompt'],
  ],
  fr: [
    'Pages',
    'Notifications',
    'Modes',
    'Actions',
    '{count, plural, one {# minute} other {# minutes}}',
    'Port',
    'Shell',
    'Type',
    'Arguments',
    'Pause',
    'Position',
    'Cloud',
    
    'Style',
    'Message',
    'Note',
    'Code',
    'Prompt',
    'Mode', 'Agents', 'Script'
  ],
  es: ['General', 'Token', 'Shell', 'Script', 'Original:', '{count, number} min', '{hours, number} h {minutes, number} min'],
  'pt-BR': ['Status', 'Token', 'Backup', 'Shell', 'Prompt', 'Script', 'Original:', '{count, number} min', '{hours, number} h {minutes, number} min'],
  ja: ['Please send the email to Anna tomorrow morning.', '/home/me/recordings', '/home/me/Downloads/model.gguf'],
};

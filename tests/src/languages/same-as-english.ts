/**
 * Texts that are the same in English, by language. Each is the English text; one that is translated after all is taken
 * out.
 */
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
      'Esc',
    ],
    ...['Metal', 'Vulkan', 'CUDA', 'ROCm', 'Markdown (.md)', 'Obsidian', 'Webhook'],
    // GNOME 48 has not translated this switch of its dialog into any of them.
    'Allow Remote Interaction',
    ...['MB', '{value, number} ms', '{size, number} MB', '{size, number} GB'],
  ],
  de: [
    ...['Status', 'System', 'Token', 'Server', 'Name', 'Optional', 'Optional.', 'Port', 'Shell'],
    ...['Text (.txt)', 'Pause', 'Position', 'Cloud', 'Code', 'Prompt'],
  ],
  fr: [
    'Ctrl',
    'Microphone',
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
    'Mode',
    'mode',
    'Script',
  ],
  es: [
    'Ctrl',
    'General',
    'Token',
    'Shell',
    'Script',
    'Original:',
    '{count, number} min',
    '{hours, number} h {minutes, number} min',
  ],
  'pt-BR': [
    ...['Ctrl', 'Shift', 'Delete', 'Enter'],
    'Status',
    'Token',
    'Backup',
    'Shell',
    'Prompt',
    'Script',
    'Original:',
    '{count, number} min',
    '{hours, number} h {minutes, number} min',
  ],
  ja: [
    ...['Ctrl', 'Shift', 'Delete', 'Enter'],
    // The title of KDE's dialog, which Plasma 6.3 has not translated.
    'Remote control requested',
    '/home/me/recordings',
    '/home/me/Downloads/model.gguf',
  ],
};

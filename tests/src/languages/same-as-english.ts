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
    ...['Metal', 'Vulkan', 'CUDA', 'ROCm', 'Markdown (.md)'],
    ...['MB', '{value, number} ms', '{size, number} MB', '{size, number} GB'],
  ],
  de: [
    ...['Status', 'System', 'Token', 'Server', 'Name', 'Optional', 'Optional.', 'Port', 'Shell'],
    ...['Text (.txt)', 'Pause', 'Position', 'Cloud', 'Code', 'Prompt'],
  ],
};

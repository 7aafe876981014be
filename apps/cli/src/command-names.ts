/** Every command, as it is typed. The launcher itself runs `gateway`. */
export const commandNames = [
  'demo',
  'start',
  'stop',
  'status',
  'autostart',
  'doctor',
  'api',
  'wyoming',
  'record',
  'dictate',
  'transcribe',
  'watch',
  'rewrite',
  'models',
  'modes',
  'recordings',
  'providers',
  'tokens',
  'settings',
  'mcp',
  'completion',
  'install',
  'uninstall',
  'gateway',
] as const;

export type CommandName = (typeof commandNames)[number];

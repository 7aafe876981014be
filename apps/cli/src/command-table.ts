import type { CommandName } from './command-names.ts';
import type { Register } from './register.ts';

/** A command group: its own file adds options and actions to the given command, loaded only when needed. */
export interface CommandEntry {
  readonly name: CommandName;
  readonly summary: string;
  readonly load: () => Promise<Register>;
}

/** Every command. A new one is one line here and one file in `commands/`. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'demo',
    summary: 'See it work: real speech through the local API',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  {
    name: 'start',
    summary: 'Start the application',
    load: async () => (await import('./commands/application.ts')).start,
  },
  {
    name: 'stop',
    summary: 'Stop the application',
    load: async () => (await import('./commands/application.ts')).stop,
  },
  {
    name: 'status',
    summary: 'Show what is running',
    load: async () => (await import('./commands/application.ts')).status,
  },
  {
    name: 'autostart',
    summary: 'Start at login: on, off',
    load: async () => (await import('./commands/autostart.ts')).autostart,
  },
  {
    name: 'doctor',
    summary: 'Show what is missing and the command that fixes it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'api',
    summary: 'The local HTTP API: on, off, token',
    load: async () => (await import('./commands/api.ts')).api,
  },
  {
    name: 'wyoming',
    summary: 'Speech to text for Home Assistant: on, off',
    load: async () => (await import('./commands/wyoming.ts')).wyoming,
  },
  {
    name: 'record',
    summary: 'Record from the microphone and print the text',
    load: async () => (await import('./commands/record.ts')).record,
  },
  {
    name: 'dictate',
    summary: 'Start and stop dictation, for shortcuts and scripts',
    load: async () => (await import('./commands/dictate.ts')).dictate,
  },
  {
    name: 'transcribe',
    summary: 'Turn audio files into text',
    load: async () => (await import('./commands/transcribe.ts')).transcribe,
  },
  {
    name: 'watch',
    summary: 'Transcribe audio files as they appear in a folder',
    load: async () => (await import('./commands/watch.ts')).watch,
  },
  {
    name: 'rewrite',
    summary: 'Rewrite text with a language model',
    load: async () => (await import('./commands/rewrite.ts')).rewrite,
  },
  {
    name: 'models',
    summary: 'Speech models',
    load: async () => (await import('./commands/models.ts')).models,
  },
  { name: 'modes', summary: 'Modes', load: async () => (await import('./commands/modes.ts')).modes },
  {
    name: 'recordings',
    summary: 'Past transcriptions',
    load: async () => (await import('./commands/recordings.ts')).recordings,
  },
  {
    name: 'actions',
    summary: 'Pass texts on: append to a note, run a program, post to an address',
    load: async () => (await import('./commands/actions.ts')).actions,
  },
  {
    name: 'providers',
    summary: 'Cloud providers and your own servers: keys, health',
    load: async () => (await import('./commands/providers.ts')).providers,
  },
  {
    name: 'tokens',
    summary: 'Tokens for programs, with scopes',
    load: async () => (await import('./commands/tokens.ts')).tokens,
  },
  {
    name: 'settings',
    summary: 'Show and change settings',
    load: async () => (await import('./commands/settings.ts')).settings,
  },
  {
    name: 'mcp',
    summary: 'The MCP bridge for agents, and its installation',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'completion',
    summary: 'Print completion for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    name: 'install',
    summary: 'Put quoth on the PATH, with completion and a man page',
    load: async () => (await import('./commands/install.ts')).install,
  },
  {
    name: 'uninstall',
    summary: 'Stop Quoth and remove what it wrote outside of its data folder',
    load: async () => (await import('./commands/uninstall.ts')).uninstall,
  },
];

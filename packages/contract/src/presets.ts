/** How a mode rewrites text. `mail` is read as `email`, `prompt` as `custom`. */
export const presets = ['hyper', 'message', 'email', 'note', 'meeting', 'commit', 'code', 'custom'] as const;
export type Preset = (typeof presets)[number];

/** Presets for common servers, by name. */
export const endpointPresets = ['ollama', 'lm-studio', 'openrouter', 'quoth-gateway'] as const;
export type EndpointPreset = (typeof endpointPresets)[number];

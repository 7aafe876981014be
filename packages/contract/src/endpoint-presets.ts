/** Servers that many people have, by the name that chooses them. */
export const endpointPresets = ['ollama', 'lm-studio', 'openrouter', 'quoth-gateway'] as const;
export type EndpointPreset = (typeof endpointPresets)[number];

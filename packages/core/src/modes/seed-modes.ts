import type { CreateModeBody } from '@quoth/contract';

/** The modes of a first start: small and useful. The default one needs no language model, because nobody has set one up yet. */
export const seedModes: readonly CreateModeBody[] = [
  { name: 'Voice to text', preset: 'hyper', postProcessingMode: 0, isDefault: true },
  { name: 'Hyper', preset: 'hyper', postProcessingMode: 1 },
  { name: 'Email', preset: 'email', postProcessingMode: 1 },
  { name: 'Note', preset: 'note', postProcessingMode: 1 },
  { name: 'Commit', preset: 'commit', postProcessingMode: 1 },
];

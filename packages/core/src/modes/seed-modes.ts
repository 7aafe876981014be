import type { CreateModeBody } from '@quoth/contract';

/** The modes of a first start: small, useful, and nothing leaves the machine without a provider that the user has set up. */
export const seedModes: readonly CreateModeBody[] = [
  { name: 'Hyper', preset: 'hyper', postProcessingMode: 1, isDefault: true },
  { name: 'Email', preset: 'email', postProcessingMode: 1 },
  { name: 'Note', preset: 'note', postProcessingMode: 1 },
  { name: 'Commit', preset: 'commit', postProcessingMode: 1 },
  { name: 'Voice to text', preset: 'hyper', postProcessingMode: 0 },
];

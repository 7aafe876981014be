import { AppError, type Mode, type Settings } from '@quoth/contract';

/** Throws INVALID_REQUEST for a setting that names a mode that is not there. */
export function checkModeSettings({ wyomingMode }: Partial<Settings>, modes: readonly Mode[]): void {
  if (wyomingMode === undefined || wyomingMode === null) return;
  if (modes.some(({ id }) => id === wyomingMode)) return;
  throw new AppError('INVALID_REQUEST', {
    message: 'There is no mode with the id that wyomingMode names.',
    hint: `Take one of these: ${modes.map(({ id, name }) => `${id} (${name})`).join(', ')}; or null for the default mode.`,
  });
}

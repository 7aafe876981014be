import { AppError } from '@quoth/contract';
import type { Provider } from '../provider.ts';
import type { Check } from './health-machine.ts';

/**
 * Why nothing may be sent to a provider (`sent` is what would have been), and what to do about it. `check` is undefined if there is no key. Without
 * `now` the age of the check is left out: a state that is shown for longer would go on giving the age that it had at first.
 */
export function healthRefusal(
  provider: Provider,
  check: Check | undefined,
  now: number | undefined,
  sent: 'audio' | 'text' = 'audio',
): AppError {
  const { id, displayName, vendor } = provider;
  if (check === undefined) {
    const page = vendor.keysPage === '' ? '' : ` Create a key at ${vendor.keysPage}.`;
    return new AppError('MISSING_API_KEY', {
      message: `There is no API key for ${displayName}.`,
      hint: `Set one in the settings under Providers, or with: quoth providers set-key ${id}.${page}`,
    });
  }
  const age = now === undefined ? undefined : ageInWords(now - check.at);
  if (check.status === 'unauthorized') {
    return new AppError('MISSING_API_KEY', {
      message: `${check.reason ?? `${displayName} rejected the key.`}${age === undefined ? '' : ` Checked ${age}.`}`,
      hint: `Set a valid key in the settings under Providers, or with: quoth providers set-key ${id}.`,
    });
  }
  if (check.unasked) {
    return new AppError('MISSING_API_KEY', {
      message: check.reason ?? `The key for ${displayName} cannot be read.`,
      hint: 'Unlock the store and try again.',
    });
  }
  const { method, paths } = vendor.probe;
  return new AppError('ENGINE_UNAVAILABLE', {
    message: `${check.reason ?? `${displayName} cannot be reached.`} Tried ${method} ${vendor.baseUrl}${paths[0]}${age === undefined ? '' : ` ${age}`}; no ${sent} was sent.`,
    hint: `Check the network, then try again; "quoth providers test ${id}" checks it now. A model on this machine works without it.`,
  });
}

/** `just now`, `12 s ago`, `3 min ago`. */
export function ageInWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return 'just now';
  return seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`;
}

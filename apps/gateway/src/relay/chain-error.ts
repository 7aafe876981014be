import type { Failure, Tried } from '../chain/failover.ts';
import { GatewayError } from '../http/gateway-error.ts';

const nothingCharged = 'Nothing was charged.';

/** Why no vendor gave an answer, for the client. What vendors wrote is never in it. */
export function chainError(because: Failure | 'deadline' | 'nobody', tried: readonly Tried[]): GatewayError {
  const names = tried.map(({ vendor, outcome }) => `${vendor} (${outcome})`).join(', ');
  const headers = { 'X-Quoth-Tries': tried.map(({ vendor, outcome }) => `${vendor}:${outcome}`).join(', ') };
  switch (because) {
    case 'refused':
      return new GatewayError('request_refused', {
        message: `${tried.at(-1)?.vendor} refuses this request: check language, model and parameters. ${nothingCharged}`,
        headers,
      });
    case 'no-audio':
      return new GatewayError('audio_decode_failed', { headers });
    case 'stopped':
      return new GatewayError('request_in_progress', { headers: { ...headers, 'Retry-After': '1' } });
    case 'deadline':
    case 'timeout':
      return new GatewayError('vendors_too_slow', {
        message: `No vendor answered in time. Asked: ${names}. ${nothingCharged}`,
        headers,
      });
    case 'nobody':
      return new GatewayError('unavailable', {
        message: `No vendor can be asked for this right now. ${nothingCharged}`,
        headers: { 'Retry-After': '30' },
      });
    default:
      return new GatewayError('vendors_failed', {
        message: `None of the vendors gave an answer. Asked: ${names}. ${nothingCharged}`,
        headers: { ...headers, 'Retry-After': '5' },
      });
  }
}

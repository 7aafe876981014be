import type { Vendor } from '../../vendor.ts';
import { isOverLimit, speech } from './speech.ts';

export const elevenlabs: Vendor = {
  id: 'elevenlabs',
  displayName: 'ElevenLabs',
  baseUrl: 'https://api.elevenlabs.io/v1',
  authorization: (key) => ({ 'xi-api-key': key }),
  probe: { method: 'POST', paths: ['/speech-to-text'], healthyStatuses: [400, 422] },
  keysPage: 'https://elevenlabs.io/app/settings/api-keys',
  isOverLimit,
  speech,
};

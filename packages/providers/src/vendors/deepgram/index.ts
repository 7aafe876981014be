import type { Vendor } from '../../vendor.ts';
import { speech } from './speech.ts';

export const deepgram: Vendor = {
  id: 'deepgram',
  displayName: 'Deepgram',
  baseUrl: 'https://api.deepgram.com/v1',
  authorization: (key) => ({ authorization: `Token ${key}` }),
  probe: { method: 'GET', paths: ['/auth/token', '/projects'] },
  keysPage: 'https://console.deepgram.com',
  speech,
};

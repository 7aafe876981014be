import { bearer, type Vendor } from '../../vendor.ts';
import { language } from './language.ts';
import { refusesKey, speech } from './speech.ts';

export const xai: Vendor = {
  id: 'xai',
  displayName: 'xAI',
  baseUrl: 'https://api.x.ai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'], unauthorizedStatuses: [400] },
  keysPage: 'https://console.x.ai',
  language,
  refusesKey,
  speech,
};

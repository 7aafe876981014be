import { bearer, type Vendor } from '../../vendor.ts';
import { language } from './language.ts';
import { speech } from './speech.ts';

export const xai: Vendor = {
  id: 'xai',
  displayName: 'xAI',
  baseUrl: 'https://api.x.ai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.x.ai',
  language,
  speech,
};

import { bearer, type Vendor } from '../../vendor.ts';
import { language } from './language.ts';
import { speech } from './speech.ts';

export const mistral: Vendor = {
  id: 'mistral',
  displayName: 'Mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.mistral.ai/api-keys',
  language,
  speech,
};

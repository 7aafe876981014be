import { bearer, type Vendor } from '../../vendor.ts';
import { language } from './language.ts';
import { speech } from './speech.ts';

export const openai: Vendor = {
  id: 'openai',
  displayName: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://platform.openai.com/api-keys',
  language,
  speech,
};

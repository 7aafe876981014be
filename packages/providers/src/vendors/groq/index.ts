import { bearer, type Vendor } from '../../vendor.ts';
import { language } from './language.ts';
import { speech } from './speech.ts';

export const groq: Vendor = {
  id: 'groq',
  displayName: 'Groq',
  baseUrl: 'https://api.groq.com/openai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.groq.com/keys',
  language,
  speech,
};

import type { Vendor } from '../../vendor.ts';
import { language } from './language.ts';
import { refusesKey, speech } from './speech.ts';

export const gemini: Vendor = {
  id: 'gemini',
  displayName: 'Google Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  authorization: (key) => ({ 'x-goog-api-key': key }),
  probe: { method: 'GET', paths: ['/models'], unauthorizedStatuses: [400] },
  keysPage: 'https://aistudio.google.com/apikey',
  language,
  refusesKey,
  speech,
};

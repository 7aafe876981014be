import type { Vendor } from '../../vendor.ts';
import { language } from './language.ts';

export const anthropic: Vendor = {
  id: 'anthropic',
  displayName: 'Anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  authorization: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.anthropic.com/settings/keys',
  language,
};

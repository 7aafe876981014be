import { bearer, type Vendor } from '../../vendor.ts';
import { language } from './language.ts';

export const cerebras: Vendor = {
  id: 'cerebras',
  displayName: 'Cerebras',
  baseUrl: 'https://api.cerebras.ai/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://cloud.cerebras.ai',
  language,
};

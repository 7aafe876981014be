import type { Vendor } from '../../vendor.ts';
import { speech } from './speech.ts';

export const assemblyai: Vendor = {
  id: 'assemblyai',
  displayName: 'AssemblyAI',
  baseUrl: 'https://api.assemblyai.com',
  authorization: (key) => ({ authorization: key }),
  probe: { method: 'GET', paths: ['/v2/transcript?limit=1'] },
  keysPage: 'https://www.assemblyai.com/app/api-keys',
  speech,
};

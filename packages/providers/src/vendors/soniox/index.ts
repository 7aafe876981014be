import { bearer, type Vendor } from '../../vendor.ts';
import { speech } from './speech.ts';

export const soniox: Vendor = {
  id: 'soniox',
  displayName: 'Soniox',
  baseUrl: 'https://api.soniox.com/v1',
  authorization: bearer,
  probe: { method: 'GET', paths: ['/models'] },
  keysPage: 'https://console.soniox.com',
  speech,
};

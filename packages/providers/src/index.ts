export { bearer, type Probe, type Vendor } from './vendor.ts';
export { vendorList } from './vendor-list.ts';

export type { Outcome } from './health-machine.ts';
export { outcomeOf } from './outcome-of.ts';
export { type Admission, ProviderHealth } from './provider-health.ts';
export { systemTimers } from './provider-monitor.ts';
export { Providers } from './providers.ts';

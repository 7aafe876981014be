export { isOnBattery } from './battery.ts';
export * from './clock.ts';
export * from './concurrency.ts';
export { hasLeft, refuseOtherUsers } from './connection-owner.ts';
export * from './data-folder.ts';
export * from './events.ts';
export * from './files.ts';
export * from './logger.ts';

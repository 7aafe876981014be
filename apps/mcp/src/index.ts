export * from './bridge.ts';
export * from './install/index.ts';
export * from './serve-bridge.ts';

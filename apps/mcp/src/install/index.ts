export * from './clients.ts';
export * from './install-client.ts';
export * from './launch-of-clone.ts';

export * from './clients.ts';
export * from './install-client.ts';
export * from './launch-of-clone.ts';
export * from './own-token.ts';
export * from './remove-client.ts';

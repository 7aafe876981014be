export * from './clients.ts';
export * from './install-client.ts';

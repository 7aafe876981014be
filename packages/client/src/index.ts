export * from './call.ts';
export * from './create-client.ts';
export * from './quoth-error.ts';
export * from './transport.ts';

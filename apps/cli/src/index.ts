export * from './environment.ts';
export * from './main.ts';
export * from './read-config.ts';

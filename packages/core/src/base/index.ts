export * from './app-error.ts';
export * from './clock.ts';
export * from './data-folder.ts';
export * from './durable-file.ts';
export * from './event-bus.ts';
export * from './in-turn.ts';
export * from './logger.ts';
export * from './until-written.ts';

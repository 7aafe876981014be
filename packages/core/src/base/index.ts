export * from './clock.ts';
export * from './concurrency/index.ts';
export * from './data-folder.ts';
export * from './durable-file.ts';
export * from './event-bus.ts';
export * from './event-log.ts';
export * from './logger.ts';
export * from './until-written.ts';

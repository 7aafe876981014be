export * from './mutex.ts';
export * from './run-in-thread.ts';
export * from './semaphore.ts';
export * from './single-flight.ts';
export * from './wait-or-abort.ts';

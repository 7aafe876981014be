export * from './mutex.ts';
export * from './semaphore.ts';
export * from './single-flight.ts';
export * from './wait-or-abort.ts';

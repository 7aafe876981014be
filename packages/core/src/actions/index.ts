export { openActionQueue } from './action-queue.ts';
export { createActions } from './action-service.ts';

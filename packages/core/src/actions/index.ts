export { openActionQueue } from './action-queue.ts';
export { createActions } from './create-actions.ts';

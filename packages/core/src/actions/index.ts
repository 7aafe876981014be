export { createActions, openActionQueue } from './create-actions.ts';

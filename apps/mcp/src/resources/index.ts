export { registerResources } from './recordings.ts';

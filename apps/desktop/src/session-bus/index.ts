export { SessionBus } from './session-bus.ts';

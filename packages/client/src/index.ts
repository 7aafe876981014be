export * from './call.ts';
export * from './create-client.ts';
export type { FollowOptions, ReceivedEvent } from './follow-events.ts';
export * from './quoth-error.ts';
export * from './reconnecting-transport.ts';
export * from './transport.ts';

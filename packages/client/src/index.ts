export * from './create-client.ts';
export { type FollowOptions, pause, type ReceivedEvent } from './events.ts';
export * from './quoth-error.ts';
export * from './reconnecting-transport.ts';
export type { AnswerHeaders, RequestBody, Transport, TransportAnswer, TransportRequest } from './request.ts';

export type { ApplicationControl } from './application-control.ts';
export { type AppOptions, buildApp, type FetchHandler, type ServerIdentity } from './build-app.ts';
export { ApiServer, type ApiServerOptions } from './lifecycle/api-server.ts';
export { DoorServer, type DoorServerOptions } from './lifecycle/door-server.ts';

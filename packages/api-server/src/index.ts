export type { AppOptions, FetchHandler, ServerIdentity } from './app-options.ts';
export type { ApplicationControl, OpenedWindow } from './application-control.ts';
export { buildApp } from './build-app.ts';
export type { Closing } from './http/create-http-server.ts';
export { failCurrentRequest } from './http/request-scope.ts';
export { ApiServer, type ApiServerOptions } from './lifecycle/api-server.ts';
export { ControlSocketServer, type ControlSocketServerOptions } from './lifecycle/control-socket-server.ts';
export { SessionFile } from './window/session-file.ts';
export { WindowServer, type WindowServerOptions } from './window/window-server.ts';

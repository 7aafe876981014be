export { buildApp } from './build-app.ts';
export type { ApplicationControl, BackupControl, OpenedWindow } from './handler.ts';
export { type ClosingAnswer, failCurrentRequest } from './http/http-server.ts';
export { ApiServer, type ApiServerOptions } from './listeners/api-server.ts';
export { ControlSocketServer } from './listeners/control-socket.ts';
export { WindowServer } from './listeners/window-server.ts';
export { SessionFile } from './listeners/window-sessions.ts';

export * from './control-socket.ts';
export * from './data-folder.ts';
export * from './find-server.ts';
export * from './socket-transport.ts';

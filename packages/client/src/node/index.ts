export * from './connect.ts';
export * from './control-socket.ts';
export * from './data-folder.ts';
export * from './find-server.ts';
export * from './make-data-folder.ts';
export * from './read-named-token.ts';
export * from './socket-transport.ts';

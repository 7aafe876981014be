export { Keyboard, pressedKeys } from './keyboard.ts';
export { keysyms } from './keysyms.ts';
export { XConnection, XConnectionEnded, type XEventFields, type XProperty } from './x-connection.ts';
export { XServer } from './x-server.ts';

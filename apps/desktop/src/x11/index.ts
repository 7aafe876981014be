export {
  XConnection,
  XConnectionEnded,
  type XEventFields,
  type XProperty,
} from './x-connection.ts';
export { XServer } from './x-server.ts';

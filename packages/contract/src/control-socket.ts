import * as z from 'zod';

/** `control-socket.json`: how the command line reaches the running application of the same data folder. */
export const controlSocket = z.object({
  /** Unix socket, or named pipe on Windows. */
  path: z.string().min(1),
  /** Sent as a bearer token; regenerated at every start. */
  secret: z.string().min(1),
  pid: z.int().positive(),
  started_at: z.string(),
});
export type ControlSocket = z.output<typeof controlSocket>;

/** The control socket file's name inside the data folder. */
export const controlSocketFileName = 'control-socket.json';

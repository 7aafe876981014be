import * as z from 'zod';

/** `cli-door.json`: how the command line reaches the running application of the same data folder. */
export const door = z.object({
  /** Unix socket, or named pipe on Windows. */
  path: z.string().min(1),
  /** Sent as a bearer token; new with every start. */
  secret: z.string().min(1),
  pid: z.int().positive(),
  started_at: z.string(),
});
export type Door = z.output<typeof door>;

/** The door file's name inside the data folder. */
export const doorFileName = 'cli-door.json';

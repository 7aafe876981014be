import * as z from 'zod';

/** `local-api.json`: how a client on this machine finds the server (specification, section 2.1). */
export const discovery = z
  .object({
    port: z.int().min(1).max(65_535),
    pid: z.int().positive(),
    started_at: z.string(),
    api_version: z.int(),
    app_version: z.string(),
    token: z.string().min(1),
  })
  .meta({ id: 'Discovery' });
export type Discovery = z.output<typeof discovery>;

/** The discovery file's name inside the data folder. */
export const discoveryFileName = 'local-api.json';

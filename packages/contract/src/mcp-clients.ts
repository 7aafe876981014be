import * as z from 'zod';

/** A program that the MCP bridge can be added to. */
export const mcpClient = z
  .object({
    id: z.string(),
    displayName: z.string(),
    /** Its configuration file; null if none is known for this platform. */
    file: z.string().nullable(),
    /** What to add to it. Holds no port and no token. */
    snippet: z.string(),
    /** Whether Quoth can add it by itself. */
    installable: z.boolean(),
    /** What the user does next. */
    afterwards: z.string(),
  })
  .meta({ id: 'McpClient' });
export type McpClient = z.output<typeof mcpClient>;

/** The result of adding the bridge. */
export const mcpInstallation = z
  .object({
    state: z.enum(['written', 'unchanged', 'refused']),
    file: z.string().nullable(),
    /** The file as it was before. */
    backup: z.string().nullable(),
    /** Why nothing was changed. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'McpInstallation' });
export type McpInstallation = z.output<typeof mcpInstallation>;

// Apart from the schemas, which take longer to load than most commands do, and which the page need not fetch before
// there is anything to see.

/** Prefix of the line on which an application that could not start says why; the next line says what to do. */
export const startFailure = 'Quoth cannot start: ';

/** The text whose HMAC is the `proof` of GET /health. */
export function proofText(challenge: string, port: number): string {
  return `quoth-health-v1|${challenge}|${port}`;
}

/** The prefix of the window's own calls: the routes are below it, the page is beside it. */
export const windowApiPath = '/api';

/** The text whose HMAC with a window's token as key shows that the application knows that window. */
export function windowProofText(challenge: string): string {
  return `quoth-window-v1|${challenge}`;
}

/** The name in the User-Agent of the MCP bridge. */
export const bridgeName = 'quoth-mcp';

/** The header of a request for which the application need not stay: a status bar that only looks on. */
export const observerHeader = 'x-quoth-looks-on';

/** The control socket file's name inside the data folder. */
export const controlSocketFileName = 'control-socket.json';

/**
 * The variable by which an action's program learns its run, and the request header by which the command line and the
 * MCP bridge pass it on.
 */
export const actionVariable = 'QUOTH_ACTION';
export const actionHeader = 'x-quoth-action';

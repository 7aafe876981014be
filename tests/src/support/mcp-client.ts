import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CallToolRequestOptions, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = join(import.meta.dirname, '..', '..', '..');
const cli = join(root, 'dist', 'quoth', 'quoth.js');

/** The revision before which clients connect with `initialize`, and the one since which they do not. */
export const eras = ['legacy', { pin: '2026-07-28' }] as const;

/** How a test's client starts the bridge. */
export interface McpOptions {
  readonly home: string;
  readonly cwd?: string;
  /** Folders that the client works in. */
  readonly roots?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly era?: (typeof eras)[number];
  /** `quoth mcp` without it. */
  readonly command?: readonly [string, ...string[]];
}

/** A tool's answer, or its error. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly body: Record<string, unknown>;
  readonly error: { readonly code?: string; readonly message?: string; readonly hint?: string };
}

/** The official SDK's client on a bridge in a process of its own. */
export class McpClient {
  static readonly #open: McpClient[] = [];
  readonly sdk: Client;

  private constructor(sdk: Client) {
    this.sdk = sdk;
  }

  static async connect({ home, cwd = home, roots, env = {}, era = 'legacy', command }: McpOptions) {
    const sdk = new Client(
      { name: 'quoth-tests', version: '1' },
      { capabilities: roots ? { roots: {} } : {}, versionNegotiation: { mode: era } },
    );
    if (roots)
      sdk.setRequestHandler('roots/list', () => ({
        roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
      }));
    const [program, ...args] = command ?? [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      cli,
      'mcp',
    ];
    const inherited = Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    await sdk.connect(
      new StdioClientTransport({
        command: program,
        args,
        cwd,
        env: { ...Object.fromEntries(inherited), QUOTH_HOME: home, ...env },
      }),
    );
    const client = new McpClient(sdk);
    McpClient.#open.push(client);
    return client;
  }

  /** Ends what a test that failed has left open. */
  static async closeAll(): Promise<void> {
    for (const client of McpClient.#open) await client.close();
  }

  async call(
    name: string,
    args: Record<string, unknown> = {},
    options?: CallToolRequestOptions,
  ): Promise<ToolAnswer> {
    const result = await this.sdk.callTool({ name, arguments: args }, options);
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '{}';
    const body = JSON.parse(text) as Record<string, unknown>;
    return {
      isError: result.isError ?? false,
      body: (result.structuredContent ?? body) as Record<string, unknown>,
      error: (body.error ?? {}) as ToolAnswer['error'],
    };
  }

  async close(): Promise<void> {
    await this.sdk.close();
  }
}

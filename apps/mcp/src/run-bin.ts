import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import {
  adviceOf,
  clientIds,
  describeInstallation,
  installClient,
  type Launch,
  serveBridge,
} from '@quoth/bridge';
import { appVersion } from '@quoth/contract';
import type { McpConfig } from './read-config.ts';

/** What `quoth-mcp` works with. */
export interface BinSurroundings {
  readonly config: McpConfig;
  /** This program's file, and the Node that runs it. */
  readonly script: string;
  readonly node: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
}

const usage = `quoth-mcp ${appVersion}: the MCP bridge of Quoth

  quoth-mcp                             MCP on standard input and output, for an MCP client to run
      --as <name>                       use the token of this name (quoth tokens create <name> --to-file)
  quoth-mcp install --client <client>   add it to a client: ${clientIds.join(', ')}
      --print                           print what to add without changing anything
      --config <file>                   another configuration file
`;

/** Runs the published bridge and returns its exit code: 0 success, 1 failure, 2 wrong usage. */
export async function runBin(argv: readonly string[], surroundings: BinSurroundings): Promise<number> {
  const { config, stdin, stdout, stderr, signal } = surroundings;
  let asked: ReturnType<typeof readArguments>;
  try {
    asked = readArguments(argv);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const { values, positionals } = asked;
  if (values.version || values.help) {
    stdout.write(values.version ? `${appVersion}\n` : usage);
    return 0;
  }
  if (positionals.length === 0) {
    const onError = (error: Error) => stderr.write(`quoth-mcp: ${error.name}\n`);
    await serveBridge({ config: { ...config, as: values.as }, stdin, stdout, signal, onError });
    return 0;
  }
  const client = clientIds.find((id) => id === values.client);
  if (positionals.join(' ') !== 'install' || client === undefined) {
    stderr.write(usage);
    return 2;
  }
  const outcome = await installClient({
    client,
    ...(values.config === undefined ? {} : { file: values.config }),
    print: values.print ?? false,
    launch: launchOf(surroundings),
    surroundings: config,
  });
  const advice = adviceOf(outcome);
  if (advice !== undefined) stderr.write(`${advice}\n`);
  stdout.write(`${describeInstallation(outcome).trimEnd()}\n`);
  return outcome.state === 'refused' ? 1 : 0;
}

function readArguments(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      client: { type: 'string' },
      config: { type: 'string' },
      as: { type: 'string' },
      print: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  });
}

/** What npx has fetched lies in a cache that is emptied some day: there, npx itself is what the client runs. */
function launchOf({ script, node, config }: BinSurroundings): Launch {
  if (!/[\\/]_npx[\\/]/.test(script)) return { command: node, args: [script] };
  const npx = ['npx', '-y', '@quoth/mcp'] as const;
  return config.platform === 'win32'
    ? { command: 'cmd', args: ['/c', ...npx] }
    : { command: npx[0], args: npx.slice(1) };
}

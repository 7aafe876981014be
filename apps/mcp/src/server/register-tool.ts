import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Bridge } from '../bridge.ts';
import { rootFolders } from '../paths/root-folders.ts';
import { errorResult } from './error-result.ts';
import { asAdvertised } from './json-schema.ts';
import type { Tool } from './tool.ts';

const ROOTS = 'roots';

/** Offers a tool. Arguments and results are checked here, so that a wrong argument is an error with a code and a hint like any other. */
export function registerTool(server: McpServer, tool: Tool, bridge: Bridge): void {
  const { name, title, description, annotations, input, output } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      annotations: { title, ...annotations },
      inputSchema: asAdvertised(input, 'input'),
      outputSchema: asAdvertised(output, 'output'),
    },
    async (args, context) => {
      try {
        const asked = inputResponse(context.mcpReq.inputResponses, ROOTS);
        if (asked.kind === 'missing' && tool.needsRoots(args) && offersRoots(server, context))
          return inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } });
        const result = await tool.call(args, {
          bridge,
          signal: context.mcpReq.signal,
          roots: asked.kind === 'roots' ? rootFolders(asked.roots) : [],
          report: reporterOf(context),
        });
        return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
      } catch (error) {
        return errorResult(error);
      }
    },
  );
}

/** Newer clients say with each request what they can do, older ones once when they connect. */
function offersRoots(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  return typeof declared === 'object' && declared !== null && 'roots' in declared && !!declared.roots;
}

function reporterOf({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return async (progress: { progress: number; total?: number; message: string }) => {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } });
  };
}

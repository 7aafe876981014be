import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { QuothError } from '@quoth/client';
import { errorWords, wordsFor } from '@quoth/contract';
import * as z from 'zod';
import type { Bridge } from './bridge.ts';
import { rootFolders } from './output-file.ts';

/** How far a call is. `progress` only ever grows; `total` is there when `progress` is a measured share of it. */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** What a tool needs to know of one call beside its arguments. */
export interface ToolCall {
  readonly bridge: Bridge;
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Absolute paths of the folders that the client works in; empty when it names none, or none were needed. */
  readonly roots: readonly string[];
  /** Undefined when the client has not asked for progress. */
  readonly report: ((report: ProgressReport) => Promise<void>) | undefined;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> {
  readonly input: Input;
  readonly output: Output;
  /** Arguments in which null is a value of its own. */
  readonly takesNull?: readonly string[];
  /** Whether a path in the arguments means something only once the client's folders are known. */
  readonly needsRoots?: (input: z.output<Input>) => boolean;
  readonly run: (input: z.output<Input>, call: ToolCall) => Promise<z.input<Output>>;
}

/** A tool, whatever its arguments. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly takesNull: readonly string[];
  needsRoots(args: unknown): boolean;
  /**
   * Throws QuothError: INVALID_REQUEST for arguments of the wrong form, BAD_ANSWER for an answer that is not as agreed.
   */
  call(args: unknown, call: ToolCall): Promise<Record<string, unknown>>;
}

/** Makes a tool whose arguments and result are checked. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const {
    name,
    title,
    description,
    annotations,
    input,
    output,
    takesNull = [],
    needsRoots,
    run,
  } = definition;
  return {
    name,
    title,
    description,
    annotations,
    input,
    output,
    takesNull,
    needsRoots: (args) => {
      const parsed = input.safeParse(args ?? {});
      return parsed.success && (needsRoots?.(parsed.data) ?? false);
    },
    call: async (args, call) => {
      const parsed = input.safeParse(args ?? {}, { error: errorWords });
      if (!parsed.success) throw wrongArguments(parsed.error);
      const result = output.safeParse(await run(parsed.data, call));
      // Fields that a newer application adds are left out, because the announced schema does not have them.
      if (result.success) return result.data;
      throw new QuothError('BAD_ANSWER', {
        message: 'Quoth sent a response that this version of the bridge does not understand.',
        hint: 'Check that the bridge and the application have the same version.',
        details: detailsOf(result.error),
      });
    },
  };
}

function wrongArguments(error: z.ZodError): QuothError {
  return new QuothError('INVALID_REQUEST', {
    message: 'The arguments do not match the input schema of the tool.',
    hint: 'See the details and the input schema of the tool.',
    details: detailsOf(error),
  });
}

function detailsOf({ issues }: z.ZodError): { path: string; message: string }[] {
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

type Json = Record<string, unknown>;

/**
 * A schema as the protocol announces it. It lets everything through: `defineTool` checks, and answers with a code and a
 * hint.
 */
function asAdvertised({ input, takesNull }: Tool): StandardSchemaWithJSON {
  const json = announced(input, takesNull);
  return {
    '~standard': {
      version: 1,
      vendor: 'quoth',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/**
 * What an agent needs of a schema: limits and examples cost it thousands of tokens, and an error says them where they
 * matter.
 */
const ANNOUNCED = ['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf', 'const'];

/**
 * The input of a tool as JSON Schema 2020-12, in few words. Null is a choice only where it means something else than
 * nothing.
 */
export function announced(schema: z.ZodType, takesNull: readonly string[] = []): Json {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io: 'input' }) as Json;
  return inFewWords(json, { definitions: $defs as Json, takesNull, withNull: false });
}

interface Announcing {
  readonly definitions: Json;
  readonly takesNull: readonly string[];
  readonly withNull: boolean;
}

/** References are written out, because not every client follows them. None of our schemas holds itself. */
function inFewWords(written: Json, how: Announcing): Json {
  const { $ref } = written;
  const target = typeof $ref === 'string' ? how.definitions[$ref.replace('#/$defs/', '')] : {};
  const kept = Object.entries({ ...(target as Json), ...written }).filter(([key]) => ANNOUNCED.includes(key));
  const { properties, items, anyOf, ...rest } = Object.fromEntries(kept);
  const within = (value: unknown) => inFewWords(value as Json, how);
  if (Array.isArray(rest.type) && !how.withNull) [rest.type] = rest.type.filter((type) => type !== 'null');
  const { description, ...schema }: Json = {
    ...(Array.isArray(anyOf) && choiceOf(anyOf.map(within), how)),
    ...rest,
    ...(items !== undefined && { items: withoutWords(within(items)) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Json).map(([name, field]) => [
          name,
          inFewWords(field as Json, { ...how, withNull: how.takesNull.includes(name) }),
        ]),
      ),
    }),
  };
  // With an empty one, choices and parts are described elsewhere too.
  if (description === '') return { type: schema.type };
  return description === undefined ? schema : { ...schema, description };
}

/** What a list holds is said of the list. */
function withoutWords({ description: _said, properties, ...schema }: Json): Json {
  if (properties === undefined) return schema;
  const fields = Object.entries(properties as Json).map(([name, field]) => [
    name,
    withoutWords(field as Json),
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** A choice between constants is an enumeration, and one beside null a type that may be null. */
function choiceOf(choices: readonly Json[], { withNull }: Announcing): Json {
  const others = choices.filter(({ type }) => type !== 'null');
  const isNullable = withNull && others.length < choices.length;
  const [first = {}] = others;
  const constants = others.flatMap((choice) => ('const' in choice ? [choice.const] : []));
  const one =
    constants.length === others.length
      ? { type: typeof constants[0], enum: constants }
      : others.length === 1
        ? first
        : { anyOf: others };
  if (!isNullable) return one;
  if ('anyOf' in one) return { anyOf: choices };
  return {
    ...one,
    ...('enum' in one && Array.isArray(one.enum) && { enum: [...one.enum, null] }),
    ...(typeof one.type === 'string' && { type: [one.type, 'null'] }),
  };
}

const ROOTS = 'roots';

/** The annotations that are not the protocol's defaults, and the one that clients ask for first. */
function exceptional(annotations: ToolAnnotations): ToolAnnotations {
  const defaults = { destructiveHint: true, idempotentHint: false, openWorldHint: true };
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([name, value]) => name === 'readOnlyHint' || value !== new Map(Object.entries(defaults)).get(name),
    ),
  );
}

/**
 * Offers a tool. Arguments and results are checked here, so that a wrong argument is an error with a code and a hint
 * like any other.
 */
export function registerTool(server: McpServer, tool: Tool, bridge: Bridge): void {
  const { name, title, description, annotations } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      annotations: exceptional(annotations),
      // Without the schema of the result, which would be three quarters of the list: a result explains itself.
      inputSchema: asAdvertised(tool),
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

/** A tool's error as the API's own envelope: code, message, hint. */
function errorResult(error: unknown): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify({ ok: false, error: bodyOf(error) }) }],
  };
}

/** The same as one line of words, for where the protocol has room for no more. */
export function describeToolError(error: unknown): string {
  const { code, message, hint } = bodyOf(error);
  return [`${code}: ${message}`, hint].filter((part) => part !== undefined).join(' ');
}

interface ErrorFields {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: unknown;
}

function bodyOf(error: unknown): ErrorFields {
  if (!(error instanceof QuothError)) {
    return {
      code: 'INTERNAL_ERROR',
      // The message of an unforeseen error may hold anything, a transcript included.
      message: `Something went wrong inside the bridge (${error instanceof Error ? error.name : typeof error}).`,
      hint: 'Try again; if it happens again, report it.',
    };
  }
  const { code, message, details } = error;
  return { code, message, hint: wordsFor('agent', error.advice), ...(details !== undefined && { details }) };
}

import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { QuothError } from '@quoth/client';
import { errorWords } from '@quoth/contract';
import type * as z from 'zod';
import type { Bridge } from '../bridge.ts';

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

/** What a tool is made from. */
export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly output: Output;
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
  needsRoots(args: unknown): boolean;
  /** Throws QuothError: INVALID_REQUEST for arguments of the wrong form, BAD_ANSWER for an answer that is not as agreed. */
  call(args: unknown, call: ToolCall): Promise<Record<string, unknown>>;
}

/** Makes a tool whose arguments and result are checked. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, annotations, input, output, needsRoots, run } = definition;
  return {
    name,
    title,
    description,
    annotations,
    input,
    output,
    needsRoots: (args) => {
      const parsed = input.safeParse(args ?? {});
      return parsed.success && (needsRoots?.(parsed.data) ?? false);
    },
    call: async (args, call) => {
      const parsed = input.safeParse(args ?? {}, { error: errorWords });
      if (!parsed.success) throw wrongArguments(parsed.error);
      const result = output.safeParse(await run(parsed.data, call));
      // What a newer application adds is left out: the schema that was announced does not have it.
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

import type { Recognizer } from './recognizer.ts';

/** A request as a stand-in sees it, its body whole. */
export interface SimulatedRequest {
  readonly method: string;
  /** Below the vendor's base address, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Buffer<ArrayBuffer>;
}

export interface SimulatedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What stand-ins share. */
interface SimulatedWorld {
  readonly recognizer: Recognizer;
  /** Origin and prefix of the vendor, for answers that name an address. */
  readonly baseUrl: string;
  /** Uploads and jobs that the vendor holds, by path: what a client leaves here, it has forgotten. */
  readonly holdings: Map<string, unknown>;
}

/** One call of a vendor's API. Throws Refusal for what the vendor would not take. */
export interface SimulatedRoute {
  readonly method: string;
  /** Matched against the whole path; groups are handed on. */
  readonly path: RegExp;
  readonly answer: (
    request: SimulatedRequest,
    world: SimulatedWorld,
    groups: readonly string[],
  ) => Promise<SimulatedAnswer>;
}

/** A call whose answer, where it is not refused, has this status and body. */
export function call(
  method: string,
  path: RegExp,
  body: (...given: Parameters<SimulatedRoute['answer']>) => unknown,
  status = 200,
): SimulatedRoute {
  return { method, path, answer: async (...given) => ({ status, body: await body(...given) }) };
}

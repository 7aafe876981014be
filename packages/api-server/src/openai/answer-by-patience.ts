export interface PatienceOptions {
  readonly contentType: string;
  /** Work that takes longer sends its headers now. */
  readonly afterMs: number;
  readonly everyMs?: number;
}

/**
 * The answer to work that may take long, for clients that tell a failure by its status: they wait for it as long as they can.
 * Just before they would give up, headers go out (and white space, where the body is JSON); should the work fail after that,
 * the connection is cut, which every client takes for a failure.
 */
export async function answerByPatience(
  work: Promise<string>,
  { contentType, afterMs, everyMs = 5_000 }: PatienceOptions,
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), afterMs);
  });
  const first = await Promise.race([work, slow]).finally(() => clearTimeout(timer));
  const headers = { 'Content-Type': contentType };
  if (first !== undefined) return new Response(first, { headers });
  const filler = contentType.startsWith('application/json') ? ' ' : '';
  return new Response(bodyOf(work, filler, everyMs), { headers });
}

function bodyOf(work: Promise<string>, filler: string, everyMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let hungUp = false;
  return new ReadableStream({
    start(controller) {
      const fill = () => {
        if (filler !== '') controller.enqueue(encoder.encode(filler));
      };
      fill();
      timer = setInterval(fill, everyMs);
      work
        .then(
          (text) => {
            if (hungUp) return;
            controller.enqueue(encoder.encode(text));
            controller.close();
          },
          (error: unknown) => {
            if (!hungUp) controller.error(error);
          },
        )
        .finally(() => clearInterval(timer));
    },
    cancel() {
      hungUp = true;
      clearInterval(timer);
    },
  });
}

/**
 * Produces items as fast as possible for a slower consumer: the producer never waits for the consumer. Each item is discarded when the next one is
 * requested; leaving the loop ends the producer and discards what was not consumed. Throws what the producer throws, after everything produced
 * before has been consumed.
 */
export async function* madeAhead<Item>(
  make: (signal: AbortSignal) => AsyncIterable<Item>,
  discard: (item: Item) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, void> {
  const nobodyTakes = new AbortController();
  const ready: Item[] = [];
  let news = Promise.withResolvers<void>();
  let end: { readonly error?: unknown } | undefined;
  const making = (async () => {
    try {
      for await (const item of make(AbortSignal.any([signal, nobodyTakes.signal]))) {
        ready.push(item);
        news.resolve();
      }
      end = {};
    } catch (error) {
      end = { error };
    }
    news.resolve();
  })();
  try {
    for (;;) {
      const item = ready.shift();
      if (item !== undefined) {
        try {
          yield item;
        } finally {
          await discard(item);
        }
      } else if (end) {
        if ('error' in end) throw end.error;
        return;
      } else {
        await news.promise;
        news = Promise.withResolvers();
      }
    }
  } finally {
    nobodyTakes.abort(new Error('nobody takes more'));
    await making;
    for (const item of ready) await discard(item);
  }
}

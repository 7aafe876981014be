/** What was found out about the texts at hand; undefined while nobody compares any. */
let known: Map<unknown, Map<string, unknown>> | undefined;

/** Runs a comparison in which each thing is found out once of a text, however often it is asked for. Nothing is kept afterwards. */
export function rememberingTexts<Result>(compare: () => Result): Result {
  known = new Map();
  try {
    return compare();
  } finally {
    known = undefined;
  }
}

/** The function with a memory for as long as a comparison runs. What it returns is shared, so nobody may change it. */
export function perText<Result>(find: (text: string) => Result): (text: string) => Result {
  return (text) => {
    if (!known) return find(text);
    let results = known.get(find) as Map<string, Result> | undefined;
    if (!results) {
      results = new Map();
      known.set(find, results);
    }
    const before = results.get(text);
    if (before !== undefined) return before;
    const result = find(text);
    results.set(text, result);
    return result;
  };
}

/** One line of the matrix: what became of one text, or one state, in one program. */
export interface Row {
  readonly desktop: string;
  readonly program: string;
  readonly what: string;
  readonly outcome: string;
  readonly isRight: boolean;
}

/** Prints a row for the runner, as JSON; what is thrown is its outcome. */
export async function report(
  desktop: string,
  program: string,
  what: string,
  prove: () => Promise<string>,
): Promise<void> {
  const row = await prove().then(
    (outcome) => ({ outcome, isRight: true }),
    (error: Error) => ({ outcome: error.message, isRight: false }),
  );
  process.stdout.write(`${JSON.stringify({ desktop, program, what, ...row } satisfies Row)}\n`);
}

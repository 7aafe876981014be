/** A request that the vendor refuses; the vendor's own error body is made of it. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Throws Refusal where what the vendor demands does not hold. */
export function demand(holds: boolean, message: string, status = 400): asserts holds {
  if (!holds) throw new Refusal(status, message);
}

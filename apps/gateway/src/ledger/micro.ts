/** Whole millionths of the currency. Money is never anything else here: no floating-point numbers, and rounding only where a price says so. */
export type Micro = bigint;

/** An amount for people: `1.2345` for 1,234,500. */
export function inUnits(amount: Micro): string {
  const absolute = amount < 0n ? -amount : amount;
  const fraction = String(absolute % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${amount < 0n ? '-' : ''}${absolute / 1_000_000n}.${fraction}`;
}

/** Reads `12.5` as 12,500,000. Undefined for anything that is not an amount, or is finer than a millionth. */
export function parseUnits(written: string): Micro | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(written.trim());
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** The largest of these amounts; 0 if there are none. (Math.max takes no bigint.) */
export function largest(amounts: readonly Micro[]): Micro {
  return amounts.reduce((most, each) => {
    if (each > most) return each;
    return most;
  }, 0n);
}

export function atMost(amount: Micro, limit: Micro): Micro {
  if (amount > limit) return limit;
  return amount;
}

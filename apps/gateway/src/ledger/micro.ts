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

/** Names of amounts in what the admin routes send. */
const AMOUNT =
  /^(?:balance|held|amount|charge|spent|spent_today|(?:daily|total)_budget|per_minute|per_million_(?:in|out)put|\w+_micro)$/;

/** What an admin route sent, with every amount in the currency: `"balance": "10.00"`. */
export function withUnits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnits);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => {
    const isAmount = AMOUNT.test(name) && (Number.isSafeInteger(each) || /^-?\d+$/.test(String(each)));
    return isAmount
      ? [name.replace(/_micro$/, ''), inUnits(BigInt(each as number))]
      : [name, withUnits(each)];
  });
  return Object.fromEntries(entries);
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

import type { Queries } from '../database/database.ts';

interface UsageRow extends Record<string, unknown> {
  readonly day: string;
  readonly vendor: string;
  readonly device: string;
  readonly kind: 'speech' | 'text';
  readonly requests: number;
  readonly charge: bigint;
  readonly quantity: bigint;
}

/** What an account used on a day with one vendor and device. */
export interface Usage {
  readonly day: string;
  readonly vendor: string;
  readonly device: string | null;
  readonly kind: 'speech' | 'text';
  readonly requests: number;
  readonly charge_micro: bigint;
  /** Of speech; null for texts. */
  readonly minutes: number | null;
}

export const USAGE_DAYS = 31;

/** Newest day first. */
export async function usageOf(accountId: string, database: Queries, days = USAGE_DAYS): Promise<Usage[]> {
  const rows = await database.q<UsageRow>('usageByDay', [accountId, days]);
  return rows.map(({ day, vendor, device, kind, requests, charge, quantity }) => ({
    day,
    vendor,
    device: device === '' ? null : device,
    kind,
    requests,
    charge_micro: charge,
    minutes: kind === 'speech' ? Math.round(Number(quantity) / 600) / 100 : null,
  }));
}

import type { ClaimRequest } from './claim.ts';
import type { Attempt, Settlement } from './settlement.ts';

/** A request that is about to begin, with its ids if it does. */
export interface ClaimEntry {
  readonly request: ClaimRequest;
  readonly requestId: string;
  readonly run: string;
}

// Money is written as text, because JSON's numbers are floating point.

/** Claims as their statement reads them. */
export function claimEntries(claims: readonly ClaimEntry[], leaseSeconds: number): string {
  return JSON.stringify(
    claims.map(({ request, requestId, run }, number) => ({
      number,
      id: requestId,
      account_id: request.accountId,
      token_id: request.tokenId,
      key_hash: hex(request.keyHash),
      own_key: request.ownKey,
      fingerprint: hex(request.fingerprint),
      kind: request.kind,
      run,
      lease_seconds: leaseSeconds,
      chosen: request.chosen,
      device: request.device,
      quantity: String(request.quantity),
      hold: String(request.hold),
      total_budget: orNull(request.totalBudget),
      daily_budget: orNull(request.dailyBudget),
    })),
  );
}

/** Settlements as their statement reads them; the answers are passed separately. */
export function settlementEntries(settlements: readonly Settlement[]): string {
  return JSON.stringify(
    settlements.map(({ work, sealed, ...settlement }, number) => ({
      number,
      request_id: work.requestId,
      account_id: work.accountId,
      fence: work.fence,
      vendor: settlement.vendor,
      model: settlement.model,
      price_id: orNull(settlement.priceId),
      charge: String(settlement.charge),
      keep_seconds: settlement.keepSeconds,
      bytes: sealed.length,
      attempts: numbered(settlement.attempts),
    })),
  );
}

/** Vendors that were asked, as a statement reads them. */
export function attemptEntries(attempts: readonly Attempt[]): string {
  return JSON.stringify(numbered(attempts));
}

function numbered(attempts: readonly Attempt[]): object[] {
  return attempts.map(({ vendor, model, outcome, milliseconds }, index) => ({
    number: index + 1,
    vendor,
    model,
    outcome,
    milliseconds: Math.round(milliseconds),
  }));
}

function orNull(whole: bigint | null): string | null {
  return whole === null ? null : String(whole);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

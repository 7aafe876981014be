import { GatewayError } from '../http/gateway-error.ts';

/** Tells the operator that audio cannot be kept, with the system's error code, such as ENOSPC. */
export type StorageReport = (code: string) => void;

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** A failure of the file system while audio is kept: the gateway's fault, not the client's. Nothing is charged; the same request may succeed later. */
export function storageError(error: unknown, report: StorageReport): GatewayError {
  if (error instanceof GatewayError) return error;
  const code = codeOf(error);
  report(code);
  return new GatewayError('unavailable', {
    message: FULL.has(code)
      ? "The disk of the gateway is full, so the audio could not be kept. Nothing was charged. Send it again later, or tell the gateway's operator."
      : "The gateway could not keep the audio. Nothing was charged. Send it again later, or tell the gateway's operator.",
    headers: { 'Retry-After': '60' },
  });
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

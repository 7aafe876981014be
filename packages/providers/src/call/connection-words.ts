/** Failures after which the vendor cannot have the whole request: it can be sent again without being done twice. */
const NOT_TAKEN = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  // The vendor closed the connection while it was being sent to, as some do that refuse a large upload.
  'EPIPE',
]);

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host name was not found; this machine may be offline',
  EAI_AGAIN: 'its host name was not found; this machine may be offline',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'there is no route to it',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
  ETIMEDOUT: 'the connection took too long',
  EPIPE: 'it closed the connection while data was being sent',
};

/** What a system's or Node's error code of a connection means; undefined for one that means nothing to a user. */
export function connectionWords(code: string): string | undefined {
  if (/^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code))
    return 'its certificate is not trusted by this machine';
  return words[code];
}

/** True if the same request can be sent again even if repeating it is not known to be harmless. */
export function wasNotTaken(code: string): boolean {
  return NOT_TAKEN.has(code);
}

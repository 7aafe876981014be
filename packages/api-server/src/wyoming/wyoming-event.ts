/** An event of the Wyoming protocol; in the data is what its header had and what followed it. */
export interface WyomingEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly payload?: Uint8Array;
}

const encoder = new TextEncoder();

/** An event as it is sent: the header in a line of its own, then the data. */
export function encodeEvent({ type, data }: WyomingEvent): Uint8Array {
  const body = Object.keys(data).length === 0 ? new Uint8Array(0) : encoder.encode(JSON.stringify(data));
  const header = body.length === 0 ? { type } : { type, data_length: body.length };
  return Buffer.concat([encoder.encode(`${JSON.stringify(header)}\n`), body]);
}

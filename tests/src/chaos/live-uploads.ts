import { soundOf } from '../support/wyoming-peer.ts';

/** The sound of a wav file as a program sends it over HTTP while somebody speaks. */
export function samplesRequest(head: string, wav: Buffer): Buffer {
  const { bytes, rate } = soundOf(wav);
  const type = `Content-Type: audio/pcm;rate=${rate}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`POST /transcribe?stream=true&save=false HTTP/1.1\r\n${head}${type}`),
    bytes,
  ]);
}

/**
 * A whole session of the realtime dialect, from the handshake to the end of its turn, as its bytes go over the wire.
 */
export function realtimeSession(head: string, wav: Buffer): Buffer {
  const { bytes, rate } = soundOf(wav);
  const input = { format: { type: 'audio/pcm', rate }, turn_detection: null };
  const upgrade = [
    'GET /v1/realtime?intent=transcription&save=false HTTP/1.1',
    `${head}Connection: Upgrade`,
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    '\r\n',
  ].join('\r\n');
  return Buffer.concat([
    Buffer.from(upgrade),
    frame({ type: 'session.update', session: { type: 'transcription', audio: { input } } }),
    ...inPieces(bytes, 64_000).map((piece) =>
      frame({ type: 'input_audio_buffer.append', audio: piece.toString('base64') }),
    ),
    frame({ type: 'input_audio_buffer.commit' }),
  ]);
}

/** A whole request of the Wyoming protocol. */
export function wyomingRequest(wav: Buffer): Buffer {
  const { bytes, ...format } = soundOf(wav);
  const event = (type: string, payload: Buffer = Buffer.alloc(0)) =>
    Buffer.concat([
      Buffer.from(`${JSON.stringify({ type, data: format, payload_length: payload.length })}\n`),
      payload,
    ]);
  return Buffer.concat([
    event('audio-start'),
    ...inPieces(bytes, 32_000).map((piece) => event('audio-chunk', piece)),
    event('audio-stop'),
  ]);
}

/** A text message of a WebSocket's client (RFC 6455, section 5.2), masked with zeros, which change nothing. */
function frame(event: object): Buffer {
  const text = Buffer.from(JSON.stringify(event));
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0xff;
  head.writeBigUInt64BE(BigInt(text.length), 2);
  return Buffer.concat([head, text]);
}

function inPieces(bytes: Buffer, length: number): Buffer[] {
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * length, (at + 1) * length));
}

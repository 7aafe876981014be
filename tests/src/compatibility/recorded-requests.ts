/** Headers and body of a request as a client writes them, byte by byte; `file` is the audio. */
export interface RecordedRequest {
  readonly head: readonly string[];
  readonly body: Buffer;
}

interface Part {
  readonly head: readonly string[];
  readonly body: string | Buffer;
}

/**
 * How Open WebUI asks: `transcription_handler` in `backend/open_webui/routers/audio.py` posts with Python's requests,
 * which writes the fields before the file, and the file without a type. Recorded from requests 2.34.2.
 */
export function openWebUi(
  file: Buffer,
  { model, language, token }: { readonly model: string; readonly language?: string; readonly token: string },
): RecordedRequest {
  const boundary = '5011d5bb67a4775c801c21604a7676a0';
  const fields = { model, ...(language !== undefined && { language }) };
  const body = multipart(boundary, [
    ...Object.entries(fields).map(([name, value]) => field(name, value)),
    { head: ['Content-Disposition: form-data; name="file"; filename="0b1c.wav"'], body: file },
  ]);
  return {
    head: [
      'User-Agent: python-requests/2.34.2',
      'Accept-Encoding: gzip, deflate',
      'Accept: */*',
      'Connection: keep-alive',
      `Authorization: Bearer ${token}`,
      `Content-Length: ${body.length}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
    ],
    body,
  };
}

/**
 * How LibreChat asks: `openAIProvider` in `api/server/services/Files/Audio/STTService.js` hands a stream called
 * `audio.webm` to axios, which sends it in chunks and calls it a video. Recorded from axios 1.21.1.
 */
export function libreChat(
  file: Buffer,
  { model, language, token }: { readonly model: string; readonly language: string; readonly token: string },
): RecordedRequest {
  const boundary = '--------------------------fa6e055be9eff7c813ee3221';
  const body = multipart(boundary, [
    {
      head: [
        'Content-Disposition: form-data; name="file"; filename="audio.webm"',
        'Content-Type: video/webm',
      ],
      body: file,
    },
    field('model', model),
    field('language', language),
  ]);
  return {
    head: [
      'Accept: application/json, text/plain, */*',
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Authorization: Bearer ${token}`,
      'User-Agent: axios/1.21.1',
      'Accept-Encoding: gzip, compress, deflate, br',
      'Connection: keep-alive',
      'Transfer-Encoding: chunked',
    ],
    body: chunked(body),
  };
}

/** How Vibe's own window asks its server, `server/crates/vibe-server`: OpenAI's form with fields of its own. */
export function vibe(file: Buffer, fields: Readonly<Record<string, string>>, token: string): RecordedRequest {
  const boundary = 'a1b2c3d4e5f6';
  const body = multipart(boundary, [
    {
      head: [
        'Content-Disposition: form-data; name="file"; filename="talk.wav"',
        'Content-Type: application/octet-stream',
      ],
      body: file,
    },
    ...Object.entries(fields).map(([name, value]) => field(name, value)),
  ]);
  return {
    head: [
      `Authorization: Bearer ${token}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${body.length}`,
      'Accept: */*',
    ],
    body,
  };
}

/** The bytes of a POST, as they go over the wire. */
export function wireBytes(port: number, path: string, { head, body }: RecordedRequest): Buffer {
  const start = [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...head].join('\r\n');
  return Buffer.concat([Buffer.from(`${start}\r\n\r\n`), body]);
}

function field(name: string, value: string): Part {
  return { head: [`Content-Disposition: form-data; name="${name}"`], body: value };
}

function multipart(boundary: string, parts: readonly Part[]): Buffer {
  const written = parts.flatMap(({ head, body }) => [
    Buffer.from(`--${boundary}\r\n${head.join('\r\n')}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

/** As Node sends a stream: in pieces of 64 kB. */
function chunked(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 65_536) {
    const piece = body.subarray(at, at + 65_536);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@quoth/contract';
import fc from 'fast-check';
import { EventReader, encodeEvent, NotAnEvent, type WyomingEvent } from './event-reader.ts';

/** An event as the protocol's own library writes it: with a version, its data behind the header, then the payload. */
function written({ type, data, payload }: WyomingEvent, inline = false): Buffer {
  const body = inline || Object.keys(data).length === 0 ? Buffer.alloc(0) : Buffer.from(JSON.stringify(data));
  const header = {
    type,
    version: '1.7.2',
    ...(inline && { data }),
    ...(body.length > 0 && { data_length: body.length }),
    ...(payload && { payload_length: payload.length }),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body, payload ?? Buffer.alloc(0)]);
}

function read(...pieces: readonly Uint8Array[]): WyomingEvent[] {
  const reader = new EventReader();
  const events = pieces.flatMap((piece) => [...reader.push(piece)]);
  assert.equal(reader.isInside, false);
  return events.map(plain);
}

function plain({ type, data, payload }: WyomingEvent): WyomingEvent {
  return { type, data: { ...data }, ...(payload && { payload: Buffer.from(payload) }) };
}

test('bytes may be cut anywhere: the events are the same', () => {
  const events: WyomingEvent[] = [
    { type: 'describe', data: {} },
    { type: 'transcribe', data: { language: 'de', context: { a: ['ü', null] } } },
    { type: 'audio-chunk', data: { rate: 16_000 }, payload: Buffer.from('{"type":"describe"}\n') },
    { type: 'audio-stop', data: { timestamp: null } },
  ];
  const bytes = Buffer.concat(events.map((event, at) => written(event, at % 2 === 1)));
  for (let cut = 0; cut <= bytes.length; cut++)
    assert.deepEqual(read(bytes.subarray(0, cut), bytes.subarray(cut)), events, `cut at ${cut}`);
  assert.deepEqual(read(...[...bytes].map((byte) => Uint8Array.of(byte))), events);
});

test('whatever the events and the pieces: they come out as they went in', () => {
  const event = fc.record({
    type: fc.stringMatching(/^[a-z][a-z-]{0,20}$/),
    data: fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.jsonValue(),
      {
        maxKeys: 4,
      },
    ),
    payload: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    bare: fc.boolean(),
    inline: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 5 }), fc.array(fc.nat(40), { minLength: 1 }), (given, sizes) => {
      const events = given.map(({ type, data, payload, bare }) => ({
        type,
        data: JSON.parse(JSON.stringify(data)) as WyomingEvent['data'],
        ...(!bare && { payload: Buffer.from(payload) }),
      }));
      const bytes = Buffer.concat(events.map((each, at) => written(each, given[at]?.inline)));
      const pieces: Buffer[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = (sizes[turn % sizes.length] ?? 0) + 1;
        pieces.push(bytes.subarray(at, at + size));
        at += size;
      }
      assert.deepEqual(read(...pieces), events.map(plain));
    }),
    { numRuns: 200 },
  );
});

test('what is written is what is read; data behind the header stand above those in it', () => {
  const event = { type: 'transcript', data: { text: 'Grüße', language: 'de' } };
  assert.deepEqual(read(encodeEvent(event)), [event]);
  assert.deepEqual(read(encodeEvent({ type: 'transcript-stop', data: {} })), [
    { type: 'transcript-stop', data: {} },
  ]);
  const both = Buffer.from('{"type":"a","data":{"x":1,"y":1},"data_length":7}\n{"x":2}');
  assert.deepEqual(read(both), [{ type: 'a', data: { x: 2, y: 1 } }]);
});

const large = 'x'.repeat(limits.wyomingHeaderBytes);
const refused: Readonly<Record<string, string | Buffer>> = {
  'the first byte of a request': 'P',
  'a request of a web page': 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n{"type":"describe"}\n',
  'the hello of TLS': Buffer.from([0x16, 0x03, 0x01]),
  'an empty line': '\n{"type":"describe"}\n',
  'a space first': ' {"type":"describe"}\n',
  'a list': '["describe"]\n',
  'no JSON': '{type: describe}\n',
  'no UTF-8': Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]),
  'no type': '{"data":{}}\n',
  'a type that is a number': '{"type":1}\n',
  'a long type': `{"type":"${'x'.repeat(65)}"}\n`,
  'data that are a list': '{"type":"a","data":[]}\n',
  'a length below nothing': '{"type":"a","payload_length":-1}\n',
  'half a byte': '{"type":"a","data_length":0.5}\n',
  'a length in words': '{"type":"a","data_length":"7"}\n',
  'a header without an end': `{"type":"${large}`,
  'a large header': `{"type":"a","data":{"x":"${large}"}}\n`,
  'data of many values': `{"type":"a","data_length":${3 * limits.wyomingDataValues + 8}}\n{"x":[${'{},'.repeat(limits.wyomingDataValues)}{}]}`,
  'large data': `{"type":"a","data_length":${limits.wyomingDataBytes + 1}}\n`,
  'a large payload': `{"type":"a","payload_length":${limits.wyomingPayloadBytes + 1}}\n`,
  'an endless payload': '{"type":"a","payload_length":9007199254740991}\n',
  'data that are no object': '{"type":"a","data_length":2}\n[]',
};
for (const [name, bytes] of Object.entries(refused)) {
  test(`refused: ${name}`, () => {
    const reader = new EventReader();
    assert.throws(() => [...reader.push(Buffer.from(bytes))], NotAnEvent);
  });
}

test('a header that comes in small pieces is refused where they are too many together', () => {
  const reader = new EventReader();
  const piece = Buffer.alloc(1_000, '{');
  const most = Math.floor(limits.wyomingHeaderBytes / piece.length);
  for (let count = 0; count < most; count++) assert.deepEqual([...reader.push(piece)], []);
  assert.throws(() => [...reader.push(piece)], { message: /^The header of an event has at most/ });
});

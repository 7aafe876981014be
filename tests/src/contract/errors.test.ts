import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorCode, errorCodes, errorTable, instant, language, timestamp } from '@quoth/contract';

/** The closed sets of the contract: refusals of the protocol, and business codes. */
const protocol = [
  'UNAUTHORIZED',
  'FORBIDDEN_ORIGIN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'INTERNAL_ERROR',
];
const business =
  'MODEL_NOT_INSTALLED MODEL_NOT_FOUND ENGINE_UNAVAILABLE MISSING_API_KEY FILE_NOT_FOUND FILE_ACCESS_DENIED FILE_NOT_ALLOWED ' +
  'AUDIO_DECODE_FAILED TRANSCRIPTION_FAILED MODE_NOT_FOUND MODE_NAME_TAKEN RECORDING_NOT_FOUND INVALID_REQUEST RATE_LIMITED ' +
  'TIMEOUT NO_SPEECH CANCELLED';

test('error codes are a closed set; business codes are 200 but for a full queue [API-CODES]', () => {
  assert.deepEqual([...errorCodes].sort(), [...protocol, ...business.split(' ')].sort());
  for (const code of business.split(' ') as ErrorCode[]) {
    assert.equal(errorTable[code].status, code === 'RATE_LIMITED' ? 429 : 200, code);
  }
});

test('times are ISO 8601 UTC with milliseconds; callers may write them in other ways too [API-TIMES]', () => {
  assert(timestamp.safeParse('2026-11-21T09:30:00.000Z').success);
  for (const wrong of ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.000+01:00', '2026-11-21', 'x'])
    assert(!timestamp.safeParse(wrong).success, wrong);
  const cases: readonly [written: string, milliseconds: number | undefined][] = [
    ['2026-11-21T09:30:00Z', Date.UTC(2026, 10, 21, 9, 30)],
    ['2026-11-21T10:30:00.5+01:00', Date.UTC(2026, 10, 21, 9, 30, 0, 500)],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['1700000000', 1_700_000_000_000],
    ['1700000000.25', 1_700_000_000_250],
    ['0', 0],
    ['2026-02-30', undefined],
    ['2026-13-01', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [written, milliseconds] of cases)
    assert.equal(instant.safeParse(written).data, milliseconds, written);
  for (const tag of ['auto', 'en', 'de-CH', 'zh-Hans-CN', 'pt_BR'])
    assert(language.safeParse(tag).success, tag);
  for (const tag of ['', 'e', 'english please', '../x']) assert(!language.safeParse(tag).success, tag);
});

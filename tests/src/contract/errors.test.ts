import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ErrorCode,
  errorCodes,
  errorTable,
  instant,
  language,
  openApiDocument,
  searchRecordingsQuery,
  timestamp,
} from '@quoth/contract';

/** The closed sets of the contract: refusals of the protocol, and business codes. */
const protocol = [
  'UNAUTHORIZED',
  'FORBIDDEN_ORIGIN',
  'FORBIDDEN_SCOPE',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'INTERNAL_ERROR',
];
const business =
  'MODEL_NOT_INSTALLED MODEL_NOT_FOUND ENGINE_UNAVAILABLE MISSING_API_KEY FILE_NOT_FOUND FILE_ACCESS_DENIED FILE_NOT_ALLOWED ' +
  'AUDIO_DECODE_FAILED PAYMENT_REQUIRED TRANSCRIPTION_FAILED MODE_NOT_FOUND MODE_NAME_TAKEN RECORDING_NOT_FOUND INVALID_REQUEST RATE_LIMITED ' +
  'TIMEOUT NO_SPEECH CANCELLED DISK_FULL MICROPHONE_UNAVAILABLE RECORDING_NOT_ALLOWED RECORDER_BUSY DECLINED QUESTION_NOT_FOUND ' +
  'BUSY CONFLICT ALREADY_EXISTS LIMIT_REACHED ALREADY_RUNNING PURGE_NOT_ALLOWED NOT_RECORDING NOT_PASTED CLIPBOARD_UNAVAILABLE ' +
  'SELECTION_UNAVAILABLE DESKTOP_UNAVAILABLE WINDOW_UNAVAILABLE KEY_STORE_UNAVAILABLE';

test('error codes are a closed set; business codes are 200 but for a full queue', () => {
  assert.deepEqual([...errorCodes].sort(), [...protocol, ...business.split(' ')].sort());
  for (const code of business.split(' ') as ErrorCode[]) {
    assert.equal(errorTable[code].status, code === 'RATE_LIMITED' ? 429 : 200, code);
  }
});

test('times are ISO 8601 UTC with milliseconds; callers may write them in other ways too', () => {
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
    // Reduced and basic forms: a year is a year, and no second of 1970.
    ['2026', Date.UTC(2026, 0, 1)],
    ['2026-11', Date.UTC(2026, 10, 1)],
    ['20261121', Date.UTC(2026, 10, 21)],
    ['20261121T0930Z', Date.UTC(2026, 10, 21, 9, 30)],
    ['20261121T093015,25+0100', Date.UTC(2026, 10, 21, 8, 30, 15, 250)],
    ['2026-11-21T09', Date.UTC(2026, 10, 21, 9)],
    ['2026-11-21 09:30', Date.UTC(2026, 10, 21, 9, 30)],
    ['2026-11-21T09:30-05', Date.UTC(2026, 10, 21, 14, 30)],
    ['2026-11-21T24:00', Date.UTC(2026, 10, 22)],
    ['0099-01-01', Date.parse('0099-01-01T00:00:00Z')],
    // No such day, so seconds.
    ['20261399', 20_261_399_000],
    ['202611', 202_611_000],
    ['2026-11T09:30', undefined],
    ['2026-11-21T24:30', undefined],
    ['2026-11-21T09:60', undefined],
    ['2026-1-1', undefined],
    ['2026-11-21T09:30+99', undefined],
    ['2026-02-30', undefined],
    ['2026-13-01', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [written, milliseconds] of cases)
    assert.equal(instant.safeParse(written).data, milliseconds, written);
  for (const tag of ['auto', 'en', 'de-CH', 'zh-Hans-CN', 'pt_BR'])
    assert(language.safeParse(tag).success, tag);
  for (const [written, tag] of [
    ['AUTO', 'auto'],
    ['en_US', 'en-US'],
    ['EN-us', 'en-US'],
    ['zh_hans_cn', 'zh-Hans-CN'],
    [' DE ', 'de'],
    ['es-419', 'es-419'],
  ] as const)
    assert.equal(language.safeParse(written).data, tag);
  for (const tag of ['', 'e', 'english please', '../x']) assert(!language.safeParse(tag).success, tag);
});

test('a limit is clamped, however large', () => {
  for (const [written, limit] of [
    ['9999999999999999', 500],
    ['1'.repeat(300), 500],
    ['-9999999999999999', 1],
    ['0', 1],
    ['7', 7],
  ] as const)
    assert.equal(searchRecordingsQuery.parse({ limit: written }).limit, limit);
  assert(!searchRecordingsQuery.safeParse({ limit: 'many' }).success);
});

test('OpenAPI has the statuses of ranges and of slow bodies', () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  };
  const audio = paths['/recordings/{id}/audio']?.get?.responses ?? {};
  for (const status of ['200', '206', '416']) assert(status in audio, status);
  assert('408' in (paths['/transcribe']?.post?.responses ?? {}));
  assert(!('408' in audio));
});

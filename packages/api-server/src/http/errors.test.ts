import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorCode, errorCodes, openAiError, say } from '@quoth/contract';
import { errorAnswer, ParameterError, ProtocolError } from './errors.ts';

const answer = (error: AppError, url = '/v1/models') => errorAnswer(error, 'request-1', url);
const bodyOf = (error: AppError) => openAiError.parse(JSON.parse(answer(error).text)).error;

const cases: readonly [code: ErrorCode, status: number, type: string, inner: string, param: string | null][] =
  [
    ['UNAUTHORIZED', 401, 'invalid_request_error', 'invalid_api_key', null],
    ['FORBIDDEN_ORIGIN', 403, 'request_forbidden', 'forbidden_origin', null],
    ['NOT_FOUND', 404, 'invalid_request_error', 'unknown_url', null],
    ['METHOD_NOT_ALLOWED', 405, 'invalid_request_error', 'method_not_supported', null],
    ['PAYLOAD_TOO_LARGE', 413, 'invalid_request_error', 'payload_too_large', null],
    ['UNSUPPORTED_MEDIA_TYPE', 415, 'invalid_request_error', 'unsupported_media_type', null],
    ['RATE_LIMITED', 429, 'rate_limit_error', 'rate_limit_exceeded', null],
    ['INVALID_REQUEST', 400, 'invalid_request_error', 'invalid_value', null],
    ['MODEL_NOT_FOUND', 404, 'invalid_request_error', 'model_not_found', 'model'],
    ['MODE_NOT_FOUND', 404, 'invalid_request_error', 'model_not_found', 'model'],
    ['AUDIO_DECODE_FAILED', 400, 'invalid_request_error', 'audio_decode_failed', 'file'],
    ['ENGINE_UNAVAILABLE', 503, 'server_error', 'engine_unavailable', 'model'],
    ['TRANSCRIPTION_FAILED', 500, 'server_error', 'transcription_failed', null],
    ['INTERNAL_ERROR', 500, 'server_error', 'internal_error', null],
  ];

test("errors have OpenAI's shape and status codes", () => {
  for (const [code, status, type, inner, param] of cases) {
    const error = new AppError(code, {
      message: say('asWritten', { text: 'What happened.' }),
      hint: say('asWritten', { text: 'What to do.' }),
    });
    assert.deepEqual(bodyOf(error), { message: 'What happened. What to do.', type, code: inner, param });
    assert.equal(answer(error).status, status, code);
  }
});

test('no error looks like a success, and clients learn whether to retry', () => {
  for (const code of errorCodes) {
    const { status, headers } = answer(new AppError(code));
    assert(status >= 400, code);
    assert.match(headers['X-Should-Retry'] ?? '', /^(true|false)$/);
  }
  assert.equal(answer(new AppError('RATE_LIMITED')).headers['Retry-After'], '2');
  assert.equal(answer(new AppError('RATE_LIMITED')).headers['X-Should-Retry'], 'true');
  assert.equal(answer(new AppError('CANCELLED')).headers['X-Should-Retry'], 'false');
  assert.equal(answer(new ProtocolError('TIMEOUT')).status, 408);
  assert.equal(
    bodyOf(new ParameterError('language', { message: say('asWritten', { text: 'No.' }) })).param,
    'language',
  );
  const bug = answer(new AppError('INTERNAL_ERROR', { cause: new Error('a detail') }));
  assert.match(bug.text, /request-1/);
  assert.doesNotMatch(bug.text, /a detail/);
});

test('the address decides on the dialect', () => {
  for (const url of ['/v1', '/v1/', '/v1/x', '/v1?a', 'http://127.0.0.1:1/v1/x']) {
    assert.match(answer(new AppError('NOT_FOUND'), url).text, /^\{"error"/, url);
  }
  for (const url of ['/', '/v10/x', '/modes/v1/', '/health?/v1/', undefined]) {
    assert.match(errorAnswer(new AppError('NOT_FOUND'), 'r', url).text, /^\{"ok":false/, String(url));
  }
});

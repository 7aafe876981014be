import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { ApiCall } from '@quoth/contract';
import { CallLog, clientName } from './call-log.ts';

function world() {
  let time = Date.UTC(2026, 0, 1);
  const reported: ApiCall[] = [];
  const log = new CallLog({ now: () => time, onChange: (call) => reported.push(call) });
  const call = (method: string, url: string, status = 200, client = 'curl/8.5.0', fails?: 'NOT_FOUND') => {
    const response = Object.assign(new EventEmitter(), { statusCode: status }) as unknown as ServerResponse;
    log.follow({ method, url, headers: { 'user-agent': client } } as unknown as IncomingMessage, response);
    if (fails) log.failed(response, fails);
    time += 7;
    response.emit('close');
  };
  return { log, call, reported };
}

test('calls are listed by their route, never with what was searched for', () => {
  const { log, call } = world();
  call('GET', '/recordings/search?q=my%20secret&limit=5');
  call('GET', '/recordings/00000000-0000-0000-0000-000000000001/transcript.srt');
  call('GET', '/nothing/here?token=abc', 404, 'python-requests/2.32', 'NOT_FOUND');
  const calls = log.list();
  assert.deepEqual(
    calls.map(({ route, client, status, code, duration_ms }) => [route, client, status, code, duration_ms]),
    [
      [null, 'python-requests 2.32', 404, 'NOT_FOUND', 7],
      ['/recordings/{id}/transcript.{format}', 'curl 8.5.0', 200, null, 7],
      ['/recordings/search', 'curl 8.5.0', 200, null, 7],
    ],
  );
  assert.doesNotMatch(JSON.stringify(calls), /secret|abc|0001/);
});

test('repeated calls are one line with a count, and a hundred lines are kept', () => {
  const { log, call } = world();
  for (let times = 0; times < 5; times++) call('GET', '/health');
  assert.deepEqual([log.list().length, log.list()[0]?.count], [1, 5]);
  for (let times = 0; times < 150; times++) call('GET', times % 2 ? '/modes' : '/models');
  assert.equal(log.list().length, 100);
});

test('of many calls the last one is reported, once a second', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { call, reported } = world();
  call('GET', '/health');
  call('GET', '/modes');
  context.mock.timers.tick(1_000);
  assert.deepEqual(
    reported.map(({ route }) => route),
    ['/modes'],
  );
});

test('a program is named by the first part of its User-Agent', () => {
  const cases: readonly [string | undefined, string | undefined][] = [
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla 5.0'],
    ['node', 'Node.js'],
    ['', undefined],
    [undefined, undefined],
    ['<script>', undefined],
    [`${'x'.repeat(300)}/1`, 'x'.repeat(60)],
  ];
  for (const [written, expected] of cases) assert.equal(clientName(written), expected);
});

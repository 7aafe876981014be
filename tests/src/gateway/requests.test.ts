import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { toFile } from 'openai';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { gatewayTests, TestGateway, toneWav } from './test-gateway.ts';

const SECRET = 'xylophone quagmire marker';
let simulator: ProviderSimulator;
let gateway: TestGateway;
const slow = new FixedRecognizer(SECRET, 150);
gatewayTests(
  slow,
  {
    file: { textChains: { rewriting: ['groq/openai/gpt-oss-20b', 'mistral/mistral-small-latest'] } },
    limits: { uploadMegabytes: 40, idleSeconds: 1, memoryMegabytes: 1 },
  },
  (tests) => {
    ({ simulator, gateway } = tests);
  },
);
after(() => {
  // Whatever was answered, refused or failed here: nothing of it that is secret or was said is in the log.
  const log = gateway.log.join('\n');
  assert(log.length > 0);
  for (const secret of [
    'xylophone',
    'quagmire',
    'um hello',
    'qg_',
    gateway.adminKey,
    'simulated-',
    'hush-hush',
  ])
    assert(!log.includes(secret), `the log has ${secret}`);
});

const all = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
};
const key = () => ({ 'idempotency-key': randomBytes(32).toString('base64url') });
let seconds = 1;
const fresh = () => {
  seconds += 0.01;
  return toneWav(seconds);
};
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string } }).error;

test("OpenAI's own client transcribes, in every format and streamed", async () => {
  const client = new OpenAI({ baseURL: `${gateway.address}/v1`, apiKey: gateway.token });
  const file = await toFile(Buffer.from(fresh()), 'speech.wav');
  const plain = await client.audio.transcriptions.create({ file, model: 'whisper-1' });
  assert.equal(plain.text, SECRET);
  for (const response_format of ['text', 'srt', 'vtt'] as const) {
    const written = await client.audio.transcriptions.create({ file, model: 'high', response_format });
    assert.match(String(written), /xylophone/);
  }
  const verbose = await client.audio.transcriptions.create({
    file,
    model: 'high',
    response_format: 'verbose_json',
    timestamp_granularities: ['word'],
  });
  assert.equal(verbose.words?.length, 3);
  const stream = await client.audio.transcriptions.create({ file, model: 'high', stream: true });
  const events = await all(stream);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['transcript.text.delta', 'transcript.text.done'],
  );
});

test('a rewriting is charged by tokens, and goes on to the next of its chain', async () => {
  const client = new OpenAI({ baseURL: `${gateway.address}/v1`, apiKey: gateway.token, maxRetries: 0 });
  const messages = [
    { role: 'system', content: 'Clean the text.' },
    { role: 'user', content: 'um hello' },
  ] as const;
  const { data, response } = await client.chat.completions
    .create({ model: 'rewriting', messages: [...messages] })
    .withResponse();
  assert.equal(response.headers.get('x-quoth-vendor'), 'groq');
  assert((data.choices[0]?.message.content ?? '').length > 0);
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } = data.usage ?? {};
  assert.equal(Number(response.headers.get('x-quoth-charge-micro')), input + 2 * output);
  simulator.fail('groq', { kind: 'status', status: 500 });
  const other = await client.chat.completions
    .create({ model: 'rewriting', messages: [{ role: 'system', content: 'Clean it.' }, messages[1]] })
    .withResponse();
  assert.match(other.response.headers.get('x-quoth-tries') ?? '', /^groq:unreachable, mistral:completed$/);
  simulator.heal();
  const stream = await client.chat.completions.create({
    model: 'groq/openai/gpt-oss-20b',
    messages: [...messages],
    stream: true,
  });
  assert((await all(stream)).length >= 2);
});

test('models and their prices are listed, and the account with what was used', async () => {
  const device = { 'x-quoth-device': 'Desk of Ada' };
  await gateway.transcribe(fresh(), { model: 'high' }, device);
  const { data } = (await (await gateway.get('/v1/models')).json()) as {
    data: { id: string; price: { per_minute_micro?: number }; chain: string[] }[];
  };
  const high = data.find(({ id }) => id === 'high');
  assert.equal(high?.price.per_minute_micro, 6_000);
  assert.deepEqual(high?.chain, ['deepgram/nova-3', 'groq/whisper-large-v3', 'elevenlabs/scribe_v2']);
  const account = (await (await gateway.get('/v1/account')).json()) as {
    available_micro: number;
    usage: { day: string; vendor: string; device: string | null; requests: number; minutes: number }[];
  };
  assert(account.available_micro > 0);
  const used = account.usage.find(({ device: name }) => name === 'Desk of Ada');
  assert.deepEqual([used?.vendor, used?.requests], ['deepgram', 1]);
  assert.match(used?.day ?? '', /^\d{4}-\d{2}-\d{2}$/);
  assert((used?.minutes ?? 0) > 0);
});

test('a repeated key gives the first answer, without a second vendor or charge, also at the same time', async () => {
  const audio = fresh();
  const headers = key();
  const before = await gateway.balance();
  const answers = await Promise.all(
    [1, 2, 3].map(() => gateway.transcribe(audio, { model: 'high' }, headers)),
  );
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(new Set(bodies).size, 1);
  assert.equal(simulator.arrivals.length, 1);
  const later = await gateway.transcribe(audio, { model: 'high' }, headers);
  assert.equal(later.headers.get('x-quoth-replayed'), 'true');
  assert.equal(await later.text(), bodies[0]);
  assert.equal(simulator.arrivals.length, 1);
  const charge = Number(later.headers.get('x-quoth-charge-micro'));
  assert.equal((await gateway.balance()).balance, before.balance - charge);
  const other = await gateway.transcribe(audio, { model: 'fast' }, headers);
  assert.equal(other.status, 422);
  assert.equal((await errorOf(other)).code, 'idempotency_key_reused');
});

test('a client that repeats by itself after hanging up gets the answer that was made meanwhile', async () => {
  const audio = fresh();
  const before = await gateway.balance();
  const gone = new AbortController();
  const first = gateway.transcribe(audio, { model: 'high' }, {}, gone.signal);
  first.catch(() => undefined);
  for (let waited = 0; simulator.arrivals.length === 0 && waited < 1_000; waited++) await sleep(5);
  gone.abort();
  const second = await gateway.transcribe(audio, { model: 'high' });
  assert.equal(second.status, 200);
  assert.equal(second.headers.get('x-quoth-replayed'), 'true');
  await second.text();
  assert.equal(simulator.arrivals.length, 1);
  const charge = Number(second.headers.get('x-quoth-charge-micro'));
  assert.equal((await gateway.balance()).balance, before.balance - charge);
  // The first answer was delivered now: the same audio is a new request.
  for (let tries = 0; simulator.arrivals.length < 2 && tries < 50; tries++) {
    await (await gateway.transcribe(audio, { model: 'high' })).text();
    await sleep(20);
  }
  assert.equal(simulator.arrivals.length, 2);
});

test('answers cannot be read out of the database', async () => {
  await (await gateway.transcribe(fresh(), { model: 'high', prompt: 'hush-hush-prompt' }, key())).text();
  const tables = [
    'accounts',
    'tokens',
    'requests',
    'reservations',
    'transfers',
    'answers',
    'attempts',
    'admin_log',
  ];
  await gateway.database.script(async (run) => {
    for (const table of tables) {
      const rows = JSON.stringify(await run(`select t::text as row from ${table} t`));
      const hex = Buffer.from('xylophone').toString('hex');
      for (const secret of [
        'xylophone',
        hex,
        'hush-hush',
        gateway.token,
        Buffer.from(gateway.token).toString('hex'),
      ])
        assert(!rows.includes(secret), `${table} holds ${secret}`);
    }
  });
  const log = gateway.log.join('\n');
  for (const secret of ['xylophone', 'hush-hush', gateway.token, gateway.adminKey, simulator.key('deepgram')])
    assert(!log.includes(secret));
});

test('no credit is 402, and no one is asked; credit granted twice under one key is granted once', async () => {
  const poor = await gateway.account(0);
  const ask = () => gateway.transcribe(fresh(), { model: 'high' }, { authorization: `Bearer ${poor.token}` });
  const refused = await ask();
  assert.equal(refused.status, 402);
  assert.equal((await errorOf(refused)).code, 'insufficient_quota');
  assert.equal(simulator.arrivals.length, 0);
  const grant = (amount_micro: number) =>
    gateway.admin.ask(
      'POST',
      `/accounts/${poor.accountId}/grants`,
      { amount_micro },
      { 'idempotency-key': 'g1' },
    );
  await grant(1_000_000);
  await grant(1_000_000);
  await assert.rejects(grant(2_000_000), /another amount/);
  assert.equal((await gateway.balance(poor.accountId)).balance, 1_000_000);
  assert.equal((await ask()).status, 200);
});

test("a token's daily budget ends its requests, and revoking ends them at once", async () => {
  const { accountId, token } = await gateway.account(1_000_000, { daily_budget_micro: 150 });
  const ask = () =>
    gateway.transcribe(toneWav(1), { model: 'high' }, { authorization: `Bearer ${token}`, ...key() });
  assert.equal((await ask()).status, 200);
  const second = await ask();
  assert.equal(second.status, 402);
  assert.equal((await errorOf(second)).code, 'budget_exceeded');
  const { tokens } = await gateway.admin.ask<{ tokens: { id: string }[] }>('GET', `/accounts/${accountId}`);
  assert(!JSON.stringify(tokens).includes(token));
  await gateway.admin.ask('DELETE', `/accounts/${accountId}/tokens/${tokens[0]?.id}`);
  assert.equal((await ask()).status, 401);
});

test('no speech costs nothing and is an answer', async () => {
  const silent = await ProviderSimulator.start(new FixedRecognizer('', 0));
  const other = await TestGateway.start(silent);
  try {
    const { balance } = await other.balance();
    const answer = await other.transcribe(fresh(), { model: 'high' }, key());
    assert.deepEqual(await answer.json(), { text: '', usage: { type: 'duration', seconds: 2 } });
    assert.equal(answer.headers.get('x-quoth-charge-micro'), '0');
    assert.equal((await other.balance()).balance, balance);
    assert.deepEqual(await other.problems(), []);
  } finally {
    await other.close();
    await silent.close();
  }
});

test('rate and concurrency of a token are limited with 429 and Retry-After', async () => {
  const { token } = await gateway.account(1_000_000, { requests_per_minute: 6 });
  const authorization = { authorization: `Bearer ${token}` };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => gateway.transcribe(fresh(), {}, authorization)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert(refused.length >= 3);
  for (const answer of refused) assert(Number(answer.headers.get('retry-after')) >= 1);
});

test('a token has as many requests in progress at a time as it may, and no more', async () => {
  const { accountId, token } = await gateway.account(1_000_000, { concurrent_requests: 2 });
  const other = await gateway.account(1_000_000);
  const as = (bearer: string) => ({ authorization: `Bearer ${bearer}` });
  const vendorMayAnswer = Promise.withResolvers<void>();
  simulator.fail('deepgram', { kind: 'late', until: vendorMayAnswer.promise });
  const two = [1, 2].map(() => gateway.transcribe(fresh(), { model: 'high' }, as(token)));
  try {
    while (simulator.arrivals.length < 2) await sleep(5);
    const third = await gateway.transcribe(fresh(), { model: 'high' }, as(token));
    assert.deepEqual([third.status, third.headers.get('retry-after')], [429, '1']);
    assert.match((await errorOf(third)).message, /2 requests in progress/);
    assert.equal(simulator.arrivals.length, 2);
    // Another token is not held up by it.
    const others = gateway.transcribe(fresh(), { model: 'fast' }, as(other.token));
    assert.equal((await others).status, 200);
  } finally {
    vendorMayAnswer.resolve();
  }
  for (const answer of await Promise.all(two)) assert.equal(answer.status, 200);
  assert.equal((await gateway.transcribe(fresh(), { model: 'high' }, as(token))).status, 200);
  assert.equal((await gateway.balance(accountId)).held, 0);
});

test('what is too large, too slow or malformed is refused before anybody is asked', async () => {
  const large = await gateway.transcribe(new Uint8Array(41_000_000), {});
  assert.equal(large.status, 413);
  assert.equal((await gateway.transcribe(fresh(), { response_format: 'docx' })).status, 400);
  const language = await gateway.transcribe(fresh(), { language: '??' });
  assert.equal(language.status, 400);
  const { error } = (await language.json()) as { error: { message: string; param: string } };
  assert.match(error.message, /^"language": .*such as/);
  assert.equal(error.param, 'language');
  assert.equal((await gateway.transcribe(fresh(), { model: 'no-such' })).status, 404);
  assert.equal((await gateway.transcribe(fresh(), { stream: 'true', response_format: 'srt' })).status, 400);
  const { port } = new URL(gateway.address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(
    `POST /v1/audio/transcriptions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n--b\r\n',
  );
  await new Promise((resolve) => socket.once('close', resolve));
  assert.equal(simulator.arrivals.length, 0);
});

test('a file beyond the memory limit goes through an encrypted, nameless one, whole', async () => {
  const audio = toneWav(60);
  simulator.fail('elevenlabs', { kind: 'status', status: 503 });
  const answer = await gateway.transcribe(audio, { model: 'highest' });
  assert.equal(answer.status, 200, await answer.clone().text());
  const sent = simulator.arrivals.at(-1);
  assert.equal(sent?.vendor, 'deepgram');
  assert(Buffer.from(audio).equals(sent?.body ?? Buffer.alloc(0)));
});

test('what a vendor does not take as it is goes to it as FLAC, in parts where it is too long', async () => {
  simulator.fail('deepgram', { kind: 'status', status: 503 });
  const answer = await gateway.transcribe(toneWav(900), { model: 'high' });
  assert.equal(answer.status, 200, await answer.clone().text());
  const parts = simulator.arrivals.filter(({ vendor }) => vendor === 'groq');
  assert.equal(parts.length, 2);
  for (const { body } of parts) assert(body.includes('fLaC'));
  assert.equal(answer.headers.get('x-quoth-charge-micro'), String(15 * 6_000));
});

test('admin routes want the admin key, metrics their token, and what was done is in the log', async () => {
  assert.equal((await gateway.get('/admin/accounts')).status, 401);
  assert.equal((await gateway.get('/metrics')).status, 401);
  const metrics = await (await gateway.get('/metrics', gateway.metricsToken)).text();
  assert.match(metrics, /quoth_gateway_requests_total\{kind="speech",outcome="completed"\} \d+/);
  const { data } = await gateway.admin.ask<{ data: { action: string }[] }>('GET', '/log');
  assert(data.some(({ action }) => action === 'credit granted'));
  assert.equal((await gateway.admin.ask<{ balanced: boolean }>('GET', '/books')).balanced, true);
  assert.equal((await gateway.get('/health')).status, 200);
  assert.equal((await gateway.get('/ready')).status, 200);
});

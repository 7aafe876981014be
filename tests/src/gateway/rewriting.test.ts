import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Fault } from '../provider-simulator/fault.ts';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { gatewayTests, type TestGateway, toneWav } from './test-gateway.ts';

let simulator: ProviderSimulator;
let gateway: TestGateway;
gatewayTests(
  'hello',
  {
    file: { textChains: { rewriting: ['groq/openai/gpt-oss-20b', 'mistral/mistral-small-latest'] } },
    limits: { vendorSeconds: 1.5 },
  },
  (tests) => {
    ({ simulator, gateway } = tests);
  },
);
afterEach(async () => {
  await gateway.database.script(async (run) => void (await run('delete from vendors')));
  // What was read of the vendors is taken for true for a second.
  await gateway.admin.ask('PUT', '/vendors/openai', { kind: 'speech', switched_on: true });
  assert.deepEqual(await gateway.problems(), []);
});

let texts = 0;
const ask = (more: object = {}, message: object = {}) =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'rewriting',
      messages: [
        { role: 'system', content: 'Clean the text.' },
        { role: 'user', content: `um hello ${++texts}`, ...message },
      ],
      ...more,
    }),
  });
const asked = () => simulator.arrivals.map(({ vendor }) => vendor);

const next: readonly [string, Fault][] = [
  ["the vendor's empty account", { kind: 'status', status: 402 }],
  ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:1/' }],
  ['a model that is gone', { kind: 'status', status: 404 }],
  ['408', { kind: 'status', status: 408 }],
  ['429', { kind: 'status', status: 429 }],
  ['500', { kind: 'status', status: 500 }],
  ["our key's refusal", { kind: 'status', status: 401 }],
  ['a reply that is cut off', { kind: 'reset' }],
  ['JSON that breaks off', { kind: 'truncated' }],
  ['a page', { kind: 'html' }],
  ['no reply in time', { kind: 'hang' }],
];
for (const [name, fault] of next)
  test(`the next language vendor is asked on ${name}, and it alone is charged`, async () => {
    simulator.fail('groq', fault);
    const { balance } = await gateway.balance();
    const answer = await ask();
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.match(answer.headers.get('x-quoth-tries') ?? '', /^groq:[a-z-]+, mistral:completed$/);
    const charge = Number(answer.headers.get('x-quoth-charge-micro'));
    assert(charge > 0);
    assert.deepEqual(await gateway.balance().then((now) => [now.balance, now.held]), [balance - charge, 0]);
  });

test('a text that the vendor refuses is refused by the next one, too: no one else is asked', async () => {
  simulator.fail('groq', { kind: 'status', status: 400 });
  assert.equal((await ask()).status, 400);
  assert.deepEqual(asked(), ['groq']);
});

const refused: readonly (readonly [name: string, value: unknown])[] = [
  ['response_format', { type: 'json_object' }],
  ['stop', ['END']],
  ['seed', 7],
  ['top_p', 0.1],
  ['presence_penalty', 1],
  ['logprobs', true],
  ['n', 2],
  ['tools', [{ type: 'function', function: { name: 'f' } }]],
  ['reasoning_effort', 'high'],
  ['store', true],
  ['whatever_comes_next', 1],
];
test('a field that would change the answer and is not offered is refused before anything is held; it is never left out silently', async () => {
  const { balance } = await gateway.balance();
  for (const [name, value] of refused) {
    const answer = await ask({ [name]: value });
    assert.equal(answer.status, 400, name);
    const { error } = (await answer.json()) as { error: { message: string; param: string } };
    assert.deepEqual([error.param, error.message], [name, `"${name}" is not offered here: leave it out.`]);
  }
  assert.equal((await ask({}, { name: 'Ada' })).status, 400);
  for (const name of ['include[]', 'known_speaker_names[]'])
    assert.equal((await gateway.transcribe(toneWav(1), { model: 'high', [name]: 'x' })).status, 400);
  assert.deepEqual(asked(), []);
  assert.equal((await gateway.balance()).balance, balance);
});

test('what clients write without asking for anything is taken, and labels are passed on to no one', async () => {
  const neutral = { seed: undefined, stop: null, n: 1, top_p: 1, frequency_penalty: 0, presence_penalty: 0 };
  const answer = await ask({
    ...neutral,
    response_format: { type: 'text' },
    tools: [],
    user: 'ada-of-accounting',
    metadata: { room: '12' },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  const [sent] = simulator.arrivals;
  assert(sent && !/ada-of-accounting|room/.test(sent.body.toString('utf8')));
  const body = (await answer.json()) as { choices: { message: object }[] };
  // The answer can be sent back as it came, with the conversation.
  const again = await ask({
    messages: [{ role: 'user', content: 'hi' }, body.choices[0]?.message, { role: 'user', content: 'more' }],
  });
  // The vendors' stand-in takes two messages and refuses three; all of them reached it.
  assert.equal(((await again.json()) as { error: { code: string } }).error.code, 'request_refused');
  const { messages } = JSON.parse(simulator.arrivals.at(-1)?.body.toString('utf8') ?? '') as {
    messages: { role: string }[];
  };
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
});

test('a vendor that counts no tokens is charged by the stated rule: a token for each four bytes', async () => {
  const content = 'Hello, this is a text of thirty-nine bytes.';
  const body = {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'openai/gpt-oss-20b',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  };
  simulator.fail('groq', { kind: 'says', body });
  const words = ['Clean the text.', 'um hello'];
  const answer = await ask({
    messages: [
      { role: 'system', content: words[0] },
      { role: 'user', content: words[1] },
    ],
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(answer.headers.get('x-quoth-vendor'), 'groq');
  const tokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);
  const charge = tokens(words.join('\n')) + 2 * tokens(content);
  assert.equal(answer.headers.get('x-quoth-charge-micro'), String(charge));
});

test('a stream ends with what it cost in tokens, where that is asked for', async () => {
  const answer = await ask({ stream: true, stream_options: { include_usage: true } });
  const events = (await answer.text()).trim().split('\n\n');
  assert.equal(events.at(-1), 'data: [DONE]');
  const last = JSON.parse(events.at(-2)?.slice('data: '.length) ?? '') as {
    choices: unknown[];
    usage: { total_tokens: number };
  };
  assert.deepEqual(last.choices, []);
  assert(last.usage.total_tokens > 0);
});

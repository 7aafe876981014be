import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpeechRequest, Vendor, VendorError } from '@quoth/vendors';
import { until } from '../support/running-application.ts';
import { simulatorForTests } from './simulator-for-tests.ts';
import { EMAIL, email, failure, faults, slept, transcribeAt, vendorOf, vendors } from './speech-cases.ts';

const simulator = await simulatorForTests();

const transcribe = (vendor: Vendor, changes: Partial<SpeechRequest> = {}) =>
  transcribeAt(simulator, vendor, changes);

/** The same vendor with little patience. */
function hurried(vendor: Vendor, baseMs: number): Vendor {
  const { speech } = vendor;
  assert(speech);
  return { ...vendor, speech: { ...speech, timeLimit: { baseMs, perAudioSecondMs: 0 } } };
}

const marker = 'zyxwmarker';

/** No key, vocabulary, transcript, path or answer of the vendor is in an error. */
function assertDiscreet(error: VendorError, { id }: Vendor): void {
  const shown = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
  for (const secret of [marker, simulator.key(id), email.path]) assert(!shown.includes(secret), shown);
  assert.doesNotMatch(shown, /simulated fault|please send|Authorization/i);
  assert.equal(error.cause, undefined);
}

for (const [name, fault, kind, message, tries] of faults) {
  test(`every vendor meets ${name}`, async () => {
    for (const vendor of vendors) {
      simulator.heal();
      simulator.fail(vendor.id, fault);
      const error = await failure(transcribe(vendor, { vocabulary: [marker], instructions: marker }));
      assert.equal(error.kind, kind, vendor.id);
      assert.match(error.message, message, vendor.id);
      assert(error.message.startsWith(vendor.displayName), error.message);
      assertDiscreet(error, vendor);
      assert.equal(simulator.arrivals.length, tries, vendor.id);
      const paths = simulator.arrivals.map(({ vendor: at, path }) => `${at}${path}`);
      assert(!paths.some((path) => /^elsewhere|stolen/.test(path)));
    }
  });
}

test('every vendor: no answer, and an answer byte by byte, end with the time', async () => {
  for (const fault of [{ kind: 'hang' }, { kind: 'drip' }] as const) {
    await Promise.all(
      vendors.map(async (vendor) => {
        simulator.fail(vendor.id, fault);
        const error = await failure(transcribe(hurried(vendor, 400)));
        assert.equal(error.kind, 'timeout', `${vendor.id} ${fault.kind}: ${error.message}`);
        assert.match(error.message, /did not answer within/);
      }),
    );
    simulator.heal();
  }
});

test('every vendor: a cancelled request ends at once, before, during and between', async () => {
  for (const vendor of vendors) {
    assert.equal(
      (await failure(transcribe(vendor, { signal: AbortSignal.abort() }))).kind,
      'cancelled',
      vendor.id,
    );
    assert.equal(simulator.arrivals.length, 0, vendor.id);
    simulator.fail(vendor.id, { kind: 'hang' });
    const stop = new AbortController();
    const work = failure(transcribe(vendor, { signal: stop.signal }));
    await until('the request is there', async () => simulator.arrivals.length > 0);
    stop.abort();
    assert.equal((await work).kind, 'cancelled', vendor.id);
    simulator.heal();
  }
});

test('every vendor: an outage that passes costs a pause and nothing else', async () => {
  for (const vendor of vendors) {
    slept.length = 0;
    simulator.fail(vendor.id, { kind: 'status', status: 429, retryAfter: '3' }, { times: 1 });
    simulator.fail(vendor.id, { kind: 'status', status: 503 }, { times: 1 });
    assert.equal((await transcribe(vendor)).text, EMAIL, vendor.id);
    assert.deepEqual(slept.slice(0, 2), [3_000, 500], vendor.id);
    simulator.heal();
  }
});

test('an answer without an end is not read to its end', async () => {
  const openai = vendorOf('openai');
  simulator.fail('openai', { kind: 'huge' });
  assert.equal((await failure(transcribe(openai))).kind, 'malformed');
});

test('every vendor: a wrong key and a missing one are reported as such, and go nowhere else', async () => {
  for (const vendor of vendors) {
    const error = await failure(transcribe(vendor, { key: `${marker}-key`, vocabulary: [marker] }));
    assert.equal(error.kind, 'unauthorized', `${vendor.id}: ${error.message}`);
    assertDiscreet(error, vendor);
    if (vendor.id !== 'compatible')
      assert.equal((await failure(transcribe(vendor, { key: undefined }))).kind, 'unauthorized', vendor.id);
  }
});

test('an empty account is distinguished from a bad key, even if a vendor answers 401 to both', async () => {
  const vendor = vendorOf('elevenlabs');
  const body = { detail: { status: 'quota_exceeded', message: 'This request exceeds your quota.' } };
  simulator.fail('elevenlabs', { kind: 'says', body, status: 401 });
  const error = await failure(transcribe(vendor));
  assert.equal(error.kind, 'limited');
  assert.match(error.message, /credit/);
});

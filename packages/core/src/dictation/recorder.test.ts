import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { AppError, limits, type Mode, type Settings, say } from '@quoth/contract';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { silentLogger } from '../base/index.ts';
import { theUser } from '../callers.ts';
import { TestRecordings } from '../fixtures/test-recordings.ts';
import { RecordingFiles, RecordingSessions } from '../recording-sessions/index.ts';
import { getRecording } from '../recordings/index.ts';
import type { Outcome } from '../transcription/index.ts';
import type {
  DeliveryRequest,
  DesktopSessionEvent,
  DictationPorts,
  Microphone,
  SelectedText,
  SoundListener,
} from './ports.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';

const MINUTE_MS = 60_000;
const SIX_HOURS_MS = 360 * MINUTE_MS;
const SAMPLES_PER_MS = 16;
/** A room in which no one speaks is never quite silent. */
const ROOM = 1;

/** A microphone whose sound the test makes, on a clock that goes on with it. */
class TestMicrophone {
  time = 1_000;
  readonly clock = { now: () => 1_700_000_000_000 + this.time, monotonic: () => this.time };
  opened = 0;
  closed = 0;
  #listener: SoundListener | undefined;
  /** Milliseconds that a meeting still waits to hand on. */
  heldMs = 0;

  readonly port: Microphone = {
    openMeeting: async (device, listener) => ({
      ...(await this.port.open(device, listener)),
      flush: () => this.captures(this.heldMs, ROOM, 9_000),
    }),
    open: async (_device, listener) => {
      this.opened++;
      this.#listener = listener;
      return {
        device: 'Test',
        close: async () => {
          this.closed++;
        },
      };
    },
    list: async () => [],
    onChange: () => () => undefined,
    examine: async () => [],
    close: async () => undefined,
  };

  /**
   * So much sound, in blocks as long as they may be: every sample is `value` or its opposite; of a meeting, `played` in
   * the second track.
   */
  captures(ms: number, value = ROOM, played?: number): void {
    for (let left = ms; left > 0; left -= 1_000) {
      const block = Math.min(left, 1_000);
      this.time += block;
      const samples = sound(block, value);
      const tracks =
        played === undefined ? undefined : Int16Array.from([...samples].flatMap((one) => [one, played]));
      this.#listener?.onBlock({ samples, takenAt: this.time, ...(tracks && { tracks }) });
    }
  }
}

const second = new Map<number, Int16Array>();
/** Samples of the listener's own; made once for each value, because minutes of them are many. */
function sound(ms: number, value: number): Int16Array {
  const made =
    second.get(value) ??
    new Int16Array(1_000 * SAMPLES_PER_MS).map((_, at) => (at % 2 === 0 ? value : -value));
  second.set(value, made);
  return made.slice(0, ms * SAMPLES_PER_MS);
}

const silentPorts = {
  delivery: { place: async () => undefined, deliver: async () => ({ as: 'delivered' }) },
  cues: { play: () => undefined },
} as const satisfies Pick<DictationPorts, 'delivery' | 'cues'>;
const plan = { mode: { id: 'm', name: 'Mode', postProcessingMode: 0 }, options: {}, isLive: false };

interface Disk {
  /** Waited for before the file and the row of a recording are completed. */
  readonly completes?: (id: string) => Promise<void>;
  /** Called before anything is written into the database; what it throws is what the database says. */
  readonly onWrite?: (statement: 'InsertQueryNode' | 'UpdateQueryNode', stored: TestRecordings) => void;
}

/** A recorder whose transcripts are always the same; everything else of it is real. */
async function recorder(
  context: TestContext,
  settings: Partial<Settings> = {},
  disk: Disk = {},
  replaced: Partial<DictationPorts> &
    Partial<Pick<RecorderOptions, 'beginEdit'> & Pick<Mode, 'sendKey'>> = {},
  outcome: Pick<Outcome, 'marked'> & { readonly record: object } = { record: { text: 'what was said' } },
) {
  const stored = await TestRecordings.open();
  const files = new RecordingFiles({
    ...stored.places,
    database: stored.database.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'InsertQueryNode' || node.kind === 'UpdateQueryNode')
          disk.onWrite?.(node.kind, stored);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  });
  const complete = files.complete.bind(files);
  files.complete = async (sound, end) => {
    await disk.completes?.(end.id);
    return complete(sound, end);
  };
  const microphone = new TestMicrophone();
  let session: (event: DesktopSessionEvent) => void = () => undefined;
  const cues: string[] = [];
  const ports: DictationPorts = {
    ...silentPorts,
    cues: { play: (cue) => void cues.push(cue) },
    microphone: microphone.port,
    session: {
      onEvent: (listener) => {
        session = listener;
        return () => undefined;
      },
      isLocked: async () => false,
    },
    ...replaced,
  };
  const { events } = stored.places;
  const remarks: string[] = [];
  events.subscribe((event) => {
    if (event.type === 'remark-made') remarks.push(`${event.kind}: ${event.message}`);
  });
  const modePlan = { ...plan, mode: { ...plan.mode, sendKey: replaced.sendKey ?? 'off' } };
  const real = new Recorder({
    ports,
    transcriber: {
      plan: () => modePlan,
      refusal: () => undefined,
    } as unknown as RecorderOptions['transcriber'],
    sessions: new RecordingSessions({
      transcriber: {
        beginLive: () => undefined,
        finish: async () => outcome as Outcome,
      },
      files,
      logger: silentLogger,
    }),
    files,
    settings: {
      get: () => ({ microphone: null, microphonePreRollMs: 0, soundCues: false, ...settings }) as Settings,
    },
    modes: { list: () => [] },
    draft: () => assert.fail('no trial is asked for'),
    beginEdit: replaced.beginEdit ?? (() => async () => assert.fail('nothing is edited')),
    events,
    clock: microphone.clock,
    logger: silentLogger,
  });
  context.after(async () => {
    await real.close();
    await stored.close();
  });
  return {
    recorder: real,
    stored,
    events,
    remarks,
    microphone,
    cues,
    session: (event: DesktopSessionEvent) => session(event),
    row: (id: string) => getRecording(stored.places, id),
    audio: async (id: string) => {
      const { audioFilePath } = await getRecording(stored.places, id);
      const file = readFileSync(audioFilePath ?? '');
      return new Int16Array(file.buffer, file.byteOffset + 44, (file.length - 44) / 2);
    },
    /** Starts, and captures its first moment. */
    start: async (
      body: Parameters<Recorder['start']>[0] = { delivery: 'none' },
      capture: () => void = () => microphone.captures(20),
    ) => {
      const before = microphone.opened;
      const starting = real.start(body, theUser);
      // What had a pre-roll begins without a new opening, and without a new sample.
      for (let turns = 0; turns < 50 && microphone.opened === before; turns++) await turn();
      capture();
      return starting;
    },
    /** Stops, and captures its tail. */
    stop: () => {
      real.stop();
      microphone.captures(400);
    },
    warnings: () => real.state().recording?.warnings.map(({ id }) => id) ?? [],
    finished: (id: string) => real.finished(id, new AbortController().signal),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A second of speech for the cursor, until it is delivered. */
async function dictated(
  { microphone, start, stop, finished }: Awaited<ReturnType<typeof recorder>>,
  body: Parameters<Recorder['start']>[0] = {},
) {
  const id = await start(body, () => microphone.captures(1_000));
  stop();
  return finished(id);
}

type Delivery = DictationPorts['delivery'];
/** A desktop that takes every text, and what was delivered to it. */
function desktop(changes: Partial<Delivery> = {}) {
  const texts: string[] = [];
  const orders: DeliveryRequest[] = [];
  const delivery: Delivery = {
    place: async () => 'editor',
    deliver: async (text, order) => {
      texts.push(text);
      orders.push(order);
      return { as: 'delivered' };
    },
    ...changes,
  };
  return { delivery, texts, orders };
}

test('from the key press to the delivered text, every published state shows the dictation: the indicator never goes away', async (context) => {
  for (const microphonePreRollMs of [0, 1_000]) {
    const made = await recorder(context, { microphonePreRollMs });
    const states: string[] = [];
    made.events.subscribe((event) => {
      if (event.type !== 'dictation-changed') return;
      const { recording, processing } = event.dictation;
      states.push(recording?.phase ?? processing.at(-1)?.phase ?? 'nothing');
    });
    await dictated(made);
    const first = states.indexOf('recording');
    assert(first >= 0 && states.includes('delivered'), states.join());
    assert.doesNotMatch(states.slice(first).join(), /nothing/);
  }
});

test('a forgotten recording asks after five silent minutes, takes an answer, and stops at ten with what was said', async (context) => {
  const { microphone, recorder: real, start, warnings, finished } = await recorder(context);
  const id = await start();
  // The rest of its limits is proved in recording-machine.test.ts.
  assert.equal(real.state().recording?.max_ms, SIX_HOURS_MS);
  microphone.captures(5 * MINUTE_MS - 40);
  assert.deepEqual(warnings(), []);
  microphone.captures(20);
  assert.deepEqual(warnings(), ['still-there']);
  real.continue();
  assert.deepEqual(warnings(), []);
  microphone.captures(5 * MINUTE_MS);
  assert.deepEqual(warnings(), ['still-there'], 'it asks again');
  microphone.captures(5 * MINUTE_MS - 20);
  assert.equal(real.state().recording?.id, id);
  microphone.captures(20);
  assert.equal(real.state().recording, null);
  assert.equal(microphone.closed, 1);
  const { ended_by, text, duration_ms } = await finished(id);
  assert.deepEqual([ended_by, text, duration_ms], ['forgotten', 'what was said', 15 * MINUTE_MS]);
});

test('a key released before anything could start leaves no recording, even while the last one is still ending', async (context) => {
  const { microphone, recorder: real, start } = await recorder(context);
  for (const end of [() => real.stop(), () => real.cancel()]) {
    const refused = assert.rejects(real.start({ delivery: 'none' }, theUser), { code: 'CANCELLED' });
    assert.throws(end, { code: 'NOT_RECORDING' });
    await refused;
    assert.equal(microphone.opened, 0);
  }
  await start();
  microphone.captures(1_000);
  real.stop();
  const next = assert.rejects(real.start({ delivery: 'none' }, theUser), { code: 'CANCELLED' });
  await turn();
  // The first has been stopped already: this is about the one that waits for it.
  assert.throws(() => real.stop(), { code: 'NOT_RECORDING' });
  microphone.captures(400);
  await next;
  assert.equal(real.state().recording, null);
  assert.equal(microphone.opened, 1);
  await start();
  assert.equal(real.state().recording?.phase, 'recording');
});

test('anyone who dictates at the cursor sees there why no recording began; who asks for the text has it as an answer', async (context) => {
  const given = await recorder(context);
  const { recorder: real, remarks, start } = given;
  await start();
  const again = { code: 'RECORDER_BUSY' };
  await assert.rejects(real.start({ delivery: 'none' }, theUser), again);
  assert.deepEqual(remarks, []);
  await assert.rejects(real.start({}, theUser), again);
  assert.deepEqual(remarks, ['problem: A recording is already in progress.']);
  real.cancel();
  const released = assert.rejects(real.start({}, theUser), { code: 'CANCELLED' });
  assert.throws(() => real.stop(), { code: 'NOT_RECORDING' });
  await released;
  assert.equal(remarks.length, 1, 'a key that was released too soon is no problem');
});

test('a snippet in an instruction reaches the selected text, and no language model', async (context) => {
  const marked = { text: 'End it with {{1}}.', parts: ['Anna, {{clipboard}}{{cursor}}'] };
  const record = { text: 'End it with Anna, {{clipboard}}.' };
  for (const [answer, expected] of [
    ['Hello, {{1}}', 'Hello, Anna, copied'],
    ['Hello', undefined],
  ] as const) {
    const asked: unknown[] = [];
    const { delivery, texts: delivered } = desktop({
      clipboardText: async () => 'copied',
      selectedText: async () => ({ is: 'text', text: 'Hello', place: 'editor' }),
    });
    const beginEdit = () => async (text: string, instruction: string) => {
      asked.push([text, instruction]);
      return answer;
    };
    const one = await recorder(context, {}, {}, { delivery, beginEdit }, { record, marked });
    const { text, error } = await dictated(one, { edit: true });
    assert.deepEqual(asked, [['Hello', marked.text]]);
    assert.deepEqual(delivered, expected === undefined ? [] : [expected]);
    assert.equal(text, expected === undefined ? null : 'Hello, Anna, {{clipboard}}');
    assert.equal(error?.code, expected === undefined ? 'TRANSCRIPTION_FAILED' : undefined);
  }
});

test('no one speaks an instruction that cannot be followed, and one without a selected text says so meanwhile', async (context) => {
  const edit = { edit: true } as const;
  const unreadable = await recorder(context);
  await assert.rejects(unreadable.recorder.start(edit, theUser), /cannot read the text that is selected/);
  const delivery = { ...silentPorts.delivery, selectedText: async () => ({ is: 'nothing' }) as const };
  const beginEdit = () => {
    throw new AppError('MISSING_API_KEY', {
      message: say('asWritten', { text: 'No language model is set up.' }),
    });
  };
  const withoutModel = await recorder(context, {}, {}, { delivery, beginEdit });
  await assert.rejects(withoutModel.recorder.start(edit, theUser), /No language model/);
  assert.deepEqual([unreadable.microphone.opened, withoutModel.microphone.opened], [0, 0]);
  const { recorder: real, remarks, microphone, start } = await recorder(context, {}, {}, { delivery });
  await start(edit, () => {
    assert.deepEqual(remarks, [], 'not before it is recorded');
    microphone.captures(20);
  });
  await turn();
  assert.deepEqual(remarks, ['done: No selected text was found: what you say is written as it is.']);
  real.cancel();
});

test('an instruction about a text that could not be read is written nowhere, and that is said at once', async (context) => {
  const edit = { edit: true } as const;
  const { delivery, texts: written } = desktop();
  const opened = async (selected: Promise<SelectedText>) =>
    recorder(context, {}, {}, { delivery: { ...delivery, selectedText: () => selected } });
  const reported = ['problem: No selected text could be read, so nothing was changed.'];
  // Before the first sample: nothing is recorded.
  const early = await opened(Promise.resolve({ is: 'unreadable' }));
  await assert.rejects(early.recorder.start(edit, theUser), /No selected text could be read/);
  assert.deepEqual(early.remarks, reported);
  // While one speaks: the recording is cancelled.
  const answer = Promise.withResolvers<SelectedText>();
  const meanwhile = await opened(answer.promise);
  const id = await meanwhile.start(edit);
  answer.resolve({ is: 'unreadable' });
  const cancelled = await meanwhile.recorder.finished(id, AbortSignal.timeout(10_000));
  assert.equal(cancelled.phase, 'cancelled');
  assert.deepEqual(meanwhile.remarks, reported);
  // After it.
  const lateAnswer = Promise.withResolvers<SelectedText>();
  const late = await opened(lateAnswer.promise);
  const lateId = await late.start(edit);
  late.stop();
  lateAnswer.resolve({ is: 'unreadable' });
  const failed = await late.recorder.finished(lateId, AbortSignal.timeout(10_000));
  assert.deepEqual([failed.phase, failed.error?.message], ['failed', reported[0]?.replace('problem: ', '')]);
  assert.deepEqual(written, []);
});

test('a text goes where one stopped speaking: to no window where none had the focus, to any only where that is set', async (context) => {
  for (const [pasteIntoAnyWindow, had, expected] of [
    [false, 'editor', 'editor'],
    [false, undefined, ''],
    [true, 'editor', undefined],
    [true, undefined, undefined],
  ] as const) {
    const { delivery, orders } = desktop({ place: async () => had });
    await dictated(await recorder(context, { pasteIntoAnyWindow }, {}, { delivery }));
    assert.deepEqual(orders, [{ to: 'paste', joint: '', place: expected, pressEnter: false }]);
  }
});

test('a key is to follow the text where the mode says so or it was asked for, in the named programs alone', async (context) => {
  const lost = new AppError('CLIPBOARD_UNAVAILABLE', { message: say('clipboardNotRestored') });
  for (const [sendKey, asked, pressed, sending, error, problem] of [
    ['off', false, undefined, undefined, undefined],
    ['ctrl-enter', false, undefined, 'ctrl-enter', undefined],
    ['ctrl-enter', true, 'ctrl-enter', 'ctrl-enter', undefined],
    ['off', true, 'enter', 'enter', undefined],
    // Anyone who asked for it learns that it was not pressed.
    ['off', true, undefined, 'enter', 'NOT_PASTED'],
    ['off', true, undefined, 'enter', 'NOT_PASTED', lost],
    ['off', true, 'enter', 'enter', 'CLIPBOARD_UNAVAILABLE', lost],
  ] as const) {
    const orders: DeliveryRequest[] = [];
    const delivery: DictationPorts['delivery'] = {
      place: async () => 'editor',
      deliver: async (_text, order) => {
        orders.push(order);
        return { as: 'delivered', pressed, problem };
      },
    };
    const sendPrograms = ['Slack'];
    const one = await recorder(context, { sendPrograms }, {}, { delivery, sendKey });
    const { phase, pressed: reported, error: shown } = await dictated(one, { send: asked });
    assert.deepEqual([phase, reported, shown?.code], ['delivered', pressed, error]);
    const [order] = orders;
    const programs = sending && { key: sending, programs: sendPrograms };
    assert.deepEqual(order?.to === 'paste' && order.sending, programs);
  }
});

test('what is on the clipboard reaches the program at the cursor, and no one who watches or asks', async (context) => {
  const secret = 'copied {{cursor}} press enter';
  const marked = { text: '{{1}} Bye, press enter.', parts: ['Note: {{clipboard}} {{cursor}}end'] };
  for (const spokenEnter of [false, true]) {
    const delivered: unknown[] = [];
    const { delivery } = desktop({
      clipboardText: async () => secret,
      deliver: async (text, order) => {
        delivered.push([text, order.to === 'paste' && [order.pressEnter, order.behindCursor]]);
        return { as: 'delivered' };
      },
    });
    const record = { text: 'Note: {{clipboard}} end Bye, press enter.' };
    const one = await recorder(context, { spokenEnter }, {}, { delivery }, { record, marked });
    const published: string[] = [];
    one.events.subscribe((event) => published.push(JSON.stringify(event)));
    const { text } = await dictated(one);
    assert.equal(text, record.text);
    assert(published.length > 0 && !published.some((event) => event.includes('copied')));
    const behind = spokenEnter ? 'end Bye' : 'end Bye, press enter.';
    assert.deepEqual(delivered, [[`Note: ${secret} ${behind}`, [spokenEnter, behind]]]);
  }
});

test('a canceled recording asks for no place: on GNOME, that opens a keyboard, which the panel shows', async (context) => {
  let asked = 0;
  const { delivery } = desktop({ place: async () => `${++asked}` });
  const { recorder: real, start, finished } = await recorder(context, {}, {}, { delivery });
  const id = await start({ delivery: 'paste' });
  real.cancel();
  assert.equal((await finished(id)).phase, 'cancelled');
  assert.equal(asked, 0);
});

test('a private text that could not be written is not said to be in the history', async (context) => {
  const problem = new AppError('NOT_PASTED', {
    message: say('asWritten', { text: 'Not written.' }),
    hint: say('asWritten', { text: 'It is in the history.' }),
  });
  const { delivery } = desktop({ deliver: async () => ({ as: 'shown', problem }) });
  for (const [isPrivate, hint] of [
    [false, /in the history/],
    [true, /kept nowhere/],
  ] as const) {
    const { error } = await dictated(await recorder(context, {}, {}, { delivery }), { private: isPrivate });
    assert.match(error?.hint ?? '', hint);
  }
});

test('a dictation is visible from stop to text; cancelled while its file is being completed, it ends as cancelled', async (context) => {
  const written = Promise.withResolvers<void>();
  context.after(() => written.resolve());
  const given = await recorder(context, {}, { completes: () => written.promise });
  const { microphone, recorder: real, start, finished } = given;
  const id = await start();
  microphone.captures(1_000);
  real.stop();
  const reported = () => real.state().processing.map((one) => [one.id, one.phase]);
  assert.deepEqual([real.state().recording, reported()], [null, [[id, 'transcribing']]]);
  microphone.captures(400);
  for (let turns = 0; turns < 20; turns++) await turn();
  assert.deepEqual(reported(), [[id, 'transcribing']]);
  assert.equal(real.processing(id).phase, 'transcribing');
  assert.equal(real.cancel(), id);
  assert.deepEqual(reported(), [[id, 'cancelled']]);
  assert.throws(() => real.cancel(), { code: 'NOT_RECORDING' }, 'once is enough');
  written.resolve();
  assert.equal((await finished(id)).phase, 'cancelled');
  assert.deepEqual(reported(), [[id, 'cancelled']]);
});

/** The rows and the files of a recorder's recordings. */
async function keptOf({ stored }: Awaited<ReturnType<typeof recorder>>) {
  const rows = await stored.database.selectFrom('recordings').select(['id', 'status']).execute();
  const files = readdirSync(stored.folder.audio, { recursive: true, encoding: 'utf8' });
  return [rows.map(({ status }) => status), files.filter((name) => name.endsWith('.wav')).length];
}

test('what its speaker discards is in no list, and after ten seconds nowhere', async (context) => {
  const given = await recorder(context);
  const { microphone, recorder: real, start, finished, stored } = given;
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const id = await start();
  microphone.captures(2_000);
  assert.equal(real.cancel(), id);
  assert.equal((await finished(id)).phase, 'cancelled');
  assert.deepEqual(real.state().discarded, [id]);
  assert.deepEqual(await stored.found({}), []);
  assert.deepEqual(await stored.found({ trash: true }), []);
  context.mock.timers.tick(limits.discardUndoMs - 1);
  assert.deepEqual(await keptOf(given), [['discarding'], 1]);
  context.mock.timers.tick(1);
  assert.deepEqual(real.state().discarded, []);
  await real.close();
  assert.deepEqual(await keptOf(given), [[], 0]);
  await assert.rejects(real.undoDiscard(id), { code: 'CONFLICT' });
});

test('a discard can be undone: the recording is transcribed after all', async (context) => {
  const given = await recorder(context);
  const { microphone, recorder: real, start, finished } = given;
  const id = await start();
  microphone.captures(2_000);
  real.cancel();
  await finished(id);
  await real.undoDiscard(id.toUpperCase());
  assert.deepEqual(real.state().discarded, []);
  const { phase, text } = await finished(id);
  assert.deepEqual([phase, text], ['delivered', 'what was said']);
  assert.deepEqual(await keptOf(given), [['pending'], 1], 'this recorder transcribes nothing');
});

test('a discard while the text is on its way is one too', async (context) => {
  const written = Promise.withResolvers<void>();
  const given = await recorder(context, {}, { completes: () => written.promise });
  const { microphone, recorder: real, start, finished, stop } = given;
  const id = await start();
  microphone.captures(1_000);
  stop();
  assert.equal(real.cancel(), id);
  written.resolve();
  assert.equal((await finished(id)).phase, 'cancelled');
  await until(async () => (await keptOf(given)).join() === 'discarding,1');
  await until(() => real.state().discarded.includes(id));
  await real.close();
  assert.deepEqual(await keptOf(given), [[], 0], 'closing ends the ten seconds');
});

test('what is spoken when the application ends is kept, and becomes no text before the next start', async (context) => {
  const written = Promise.withResolvers<void>();
  const given = await recorder(context, {}, { completes: () => written.promise });
  const { microphone, recorder: real, start, stop } = given;
  await start();
  microphone.captures(1_000);
  stop();
  // The file of the first is still being completed.
  await start();
  microphone.captures(1_000);
  const closed = real.close();
  written.resolve();
  await closed;
  const texts = real.state().processing.map(({ phase, text }) => [phase, text]);
  assert.deepEqual(texts, [
    ['failed', null],
    ['failed', null],
  ]);
  assert.deepEqual(await keptOf(given), [['pending', 'pending'], 2]);
});

test('what ends for another reason is kept as cancelled', async (context) => {
  const given = await recorder(context);
  const { microphone, recorder: real, start, finished } = given;
  const id = await start();
  microphone.captures(2_000);
  real.cancelOne(id);
  assert.equal((await finished(id)).phase, 'cancelled');
  assert.deepEqual([await keptOf(given), real.state().discarded], [[['cancelled'], 1], []]);
});

test('texts are delivered in the order in which they were spoken, even if the first file is completed last', async (context) => {
  const first = Promise.withResolvers<void>();
  let ends = 0;
  context.after(() => first.resolve());
  const ids: string[] = [];
  const completes = async (id: string) => {
    ends++;
    if (id === ids[0]) await first.promise;
  };
  const given = await recorder(context, {}, { completes });
  const { microphone, recorder: real, start, finished, stop } = given;
  for (let one = 0; one < 2; one++) {
    ids.push(await start());
    microphone.captures(1_000);
    stop();
  }
  const phases = () => real.state().processing.map(({ phase }) => phase);
  await until(() => ends === 2 && phases()[1] === 'delivering');
  for (let turns = 0; turns < 50; turns++) await turn();
  assert.deepEqual(phases(), ['transcribing', 'delivering']);
  first.resolve();
  for (const id of ids) assert.equal((await finished(id)).phase, 'delivered');
  assert.deepEqual(
    real.state().processing.map(({ id }) => id),
    ids,
  );
});

test('the start cue plays with the first sample and not before, and the end cue when the recording has ended', async (context) => {
  const { microphone, recorder: real, cues, finished, stop } = await recorder(context, { soundCues: true });
  const starting = real.start({ delivery: 'none' }, theUser);
  for (let turns = 0; turns < 50; turns++) await turn();
  assert.deepEqual([microphone.opened, cues], [1, []]);
  microphone.captures(20);
  const id = await starting;
  assert.deepEqual(cues, ['start']);
  stop();
  await finished(id);
  assert.deepEqual(cues, ['start', 'end']);
});

test('a text that does not arrive, or never will, and a key that comes to nothing are heard, unless its user wants no sounds', async (context) => {
  for (const soundCues of [true, false]) {
    const expected = (cues: readonly string[]) => (soundCues ? cues : []);
    const problem = new AppError('NOT_PASTED', {
      message: say('asWritten', { text: 'Another window has the focus.' }),
    });
    const copying = { ...silentPorts.delivery, deliver: async () => ({ as: 'copied' as const, problem }) };
    const copied = await recorder(context, { soundCues }, {}, { delivery: copying });
    const one = await copied.start({ delivery: 'paste' });
    copied.stop();
    assert.equal((await copied.finished(one)).phase, 'copied');
    assert.deepEqual(copied.cues, expected(['start', 'end', 'problem']));
    const failing = await recorder(context, { soundCues }, { onWrite: full });
    assert.equal((await failing.finished(await failing.start())).phase, 'failed');
    assert.equal(failing.cues.at(-1), expected(['problem'])[0]);
    const before = copied.cues.length;
    await copied.start();
    await assert.rejects(copied.recorder.start({}, theUser), { code: 'RECORDER_BUSY' });
    assert.deepEqual(copied.cues.slice(before), expected(['start', 'problem']));
  }
});

test('a microphone that gives only silence is heard of once, since who speaks looks elsewhere', async (context) => {
  const { microphone, recorder: real, cues, start, warnings } = await recorder(context, { soundCues: true });
  await start();
  microphone.captures(3_000, 0);
  microphone.captures(3_000, 0);
  assert.deepEqual([warnings(), cues], [['no-sound'], ['start', 'problem']]);
  microphone.captures(1_000);
  microphone.captures(3_000, 0);
  assert.deepEqual(cues, ['start', 'problem', 'problem'], 'and again when it is muted again');
  real.cancel();
});

test('in a meeting too, a microphone that gives only silence is heard of, whatever is played', async (context) => {
  const made = await recorder(context, { recordMeetings: true });
  await made.start({ meeting: true }, () => made.microphone.captures(20, ROOM, 9_000));
  made.microphone.captures(3_000, ROOM, 0);
  assert.deepEqual(made.warnings(), [], 'who listens hears nothing, and nothing is wrong');
  made.microphone.captures(3_000, 0, 9_000);
  assert.deepEqual(made.warnings(), ['no-sound']);
  made.recorder.cancel();
});

test('what a meeting still waits to hand on is kept when it ends from outside', async (context) => {
  for (const end of ['locked', 'closed'] as const) {
    const made = await recorder(context, { recordMeetings: true });
    const id = await made.start({ meeting: true }, () => made.microphone.captures(1_000, ROOM, 9_000));
    made.microphone.heldMs = 300;
    if (end === 'locked') made.session('locked');
    else await made.recorder.close();
    const kept = async () => (await made.audio(id).catch(() => new Int16Array())).length / SAMPLES_PER_MS;
    // Of both tracks.
    await until(async () => (await kept()) === 2 * 1_300);
  }
});

test('a machine that goes to sleep ends the recording and keeps what was said', async (context) => {
  const { microphone, session, start, finished } = await recorder(context);
  const id = await start();
  microphone.captures(2_000);
  session('suspending');
  const { ended_by, text } = await finished(id);
  assert.deepEqual([ended_by, text], ['suspended', 'what was said']);
  assert.equal(microphone.closed, 1);
});

test('a machine that goes to sleep drops its pre-roll: what was said before is in no recording', async (context) => {
  const given = await recorder(context, { microphonePreRollMs: 1_000 });
  const { microphone, session, recorder: real, start, finished, audio, stop } = given;
  const [before, after] = [7_000, 5_000];
  await turn();
  microphone.captures(1_000, before);
  assert.equal(real.state().pre_roll, true);
  session('suspending');
  assert.deepEqual([real.state().pre_roll, microphone.closed], [false, 1]);
  session('resumed');
  await turn();
  assert.equal(microphone.opened, 2);
  microphone.captures(500, after);
  const id = await start();
  stop();
  await finished(id);
  const recorded = new Set(await audio(id));
  assert(recorded.has(after), 'the pre-roll from after the sleep is there');
  assert(!recorded.has(before));
});

const full = () => {
  throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
};

test('a recording whose end cannot be written fails for anyone who waits; its row says so once there is room', async (context) => {
  let isFull = true;
  const onWrite: Disk['onWrite'] = (statement) => {
    if (isFull && statement === 'UpdateQueryNode') full();
  };
  const given = await recorder(context, {}, { onWrite });
  const id = await given.start();
  given.microphone.captures(1_980);
  const waiting = given.finished(id);
  given.session('suspending');
  const { phase, error, text } = await waiting;
  assert.deepEqual([phase, text, error?.code], ['failed', null, 'DISK_FULL']);
  assert.match(error?.message ?? '', /disk is full/);
  assert.match(error?.hint ?? '', /transcribe it again/);
  assert.equal(given.recorder.isBusy, false);
  assert.equal((await given.row(id)).status, 'recording');
  isFull = false;
  await until(async () => (await given.row(id)).status !== 'recording');
  const row = await given.row(id);
  assert.deepEqual([row.status, row.error?.code, row.duration], ['failed', 'DISK_FULL', 2]);
});

test('a disk that is full from the start is reported, nothing is promised, and no empty recording is kept', async (context) => {
  const noRow = await recorder(context, {}, { onWrite: full });
  const { error } = await noRow.finished(await noRow.start());
  assert.match(error?.message ?? '', /disk is full/);
  assert.match(error?.hint ?? '', /^Nothing of it could be kept/);
  const onWrite: Disk['onWrite'] = (_, { folder }) => rmSync(folder.audio, { recursive: true });
  const noFile = await recorder(context, {}, { onWrite });
  const reported: string[] = [];
  noFile.events.subscribe(({ type }) => reported.push(type));
  const id = await noFile.start();
  assert.equal((await noFile.finished(id)).phase, 'failed');
  assert(reported.includes('recording-created'));
  await assert.rejects(noFile.row(id), { code: 'RECORDING_NOT_FOUND' });
});

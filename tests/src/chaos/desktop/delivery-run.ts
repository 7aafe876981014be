import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import {
  type PasteTargetProgram,
  startTarget,
  type TargetName,
} from '@quoth/desktop/fixtures/paste-targets.ts';
import { TestClipboard } from '@quoth/desktop/fixtures/test-clipboard.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { RunningApplication, sample, temporaryHome } from '../../support/running-application.ts';
import { SeededRandom } from '../seeded-random.ts';

/** keysymdef.h */
const keys = { control: 0xffe3, alt: 0xffe9, v: 0x76 };
const pasteLast = [keys.control, keys.alt, keys.v];
const BUSY_MS = 700;
/** A target with much text in one line grows slow: another one is begun after so many rounds. */
const ROUNDS_A_PROGRAM = 4;

const texts = {
  umlauts: 'Größe, Straße, çà et là, naïve Ångström. ',
  emoji: 'Fine 🎉👩‍💻🇯🇵 and 👍🏽. ',
  japanese: '音声入力は、話した言葉を文字にします。',
  // 10,000 characters, as JavaScript counts them.
  long: 'Ümlaute, emoji 🎉👩‍💻 und 日本語のテキスト. '.repeat(300).slice(0, 9_999).concat('.'),
} as const;
const kinds = Object.keys(texts) as (keyof typeof texts)[];

/** In which the target is met: as usual, hanging for 700 ms, or with Alt held down by the user. */
const situations = ['plain', 'busy', 'alt-held'] as const;

export interface DeliveryOptions {
  readonly targets: readonly TargetName[];
  /** Each delivers once in each situation, to each target. */
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

/** What a run has seen. */
export interface DeliveryReport {
  readonly delivered: number;
  /** Where a text did not arrive whole, a key was left down, or the clipboard was not as before. */
  readonly problems: readonly string[];
}

/**
 * Has the application write its last transcript at the cursor of real programs, by its own key: umlauts, emoji,
 * Japanese and 10,000 characters, each of which meets each situation. The same seed gives the same order.
 */
export async function runDeliveries({
  targets,
  rounds,
  seed,
  log,
}: DeliveryOptions): Promise<DeliveryReport> {
  const random = new SeededRandom(seed);
  const display = await TestDisplay.start();
  const home = temporaryHome();
  const problems: string[] = [];
  let delivered = 0;
  try {
    const [keyboard, clipboard] = await Promise.all([
      TestKeyboard.at(display.name),
      TestClipboard.at(display.name),
    ]);
    const app = await RunningApplication.start(home, ['--api'], {
      ...display.env,
      PULSE_SERVER: 'unix:/nonexistent',
      DBUS_SESSION_BUS_ADDRESS: '',
    });
    const client = await app.controlSocket();
    const id = await oneRecording(app, client);
    const remarks = new Remarks(client);
    for (const name of targets) {
      const first = Math.floor(random.between(0, kinds.length));
      let missed = 0;
      for (let round = 0; round < rounds; round += ROUNDS_A_PROGRAM) {
        const target = await startTarget(display, name);
        const writer = new Writer({ client, id, target, keyboard, clipboard, random, remarks });
        for (let one = round; one < Math.min(rounds, round + ROUNDS_A_PROGRAM); one++) {
          for (const situation of random.shuffled(situations)) {
            // In four rounds each kind meets each situation.
            const kind = kinds[(first + one + situations.indexOf(situation)) % kinds.length] ?? 'long';
            const problem = await writer.write(situation, fittingText(name, texts[kind]));
            if (problem === undefined) delivered++;
            else {
              missed++;
              problems.push(`${name}, round ${one + 1}, ${situation}, ${kind}: ${problem}`);
            }
          }
        }
        target.close();
      }
      log(`${name}: ${rounds * situations.length - missed} of ${rounds * situations.length} arrived whole`);
    }
    remarks.close();
    keyboard.close();
    clipboard.close();
  } finally {
    await RunningApplication.endAll();
    await display.stop();
    rmSync(home, { recursive: true, force: true });
  }
  return { delivered, problems };
}

/**
 * LibreOffice itself breaks a plain text's paragraph before its ten thousandth character (MAX_ASCII_PARA); so it gets
 * two.
 */
function fittingText(name: TargetName, text: string): string {
  return name === 'writer' && text.length > 9_000 ? `${text.slice(0, 5_000)}\n${text.slice(5_001)}` : text;
}

/** What the key will write: its text is edited before each delivery. */
async function oneRecording(app: RunningApplication, client: Client): Promise<string> {
  await client.updateSettings({ body: { shortcutPasteLast: 'Ctrl+Alt+V', soundCues: false } });
  const body = new Blob([readFileSync(sample('go-forward'))]);
  const { status, body: answer } = await app.json('/transcribe', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body,
  });
  if (status !== 200) throw new Error(`No recording: ${JSON.stringify(answer)}`);
  await until(async () => {
    const { shortcuts } = await client.getShortcuts({});
    return shortcuts.keys.some(({ action, state }) => action === 'pasteLast' && state === 'active');
  });
  return String(answer.recording_id);
}

interface WriterOptions {
  readonly client: Client;
  readonly id: string;
  readonly target: PasteTargetProgram;
  readonly keyboard: TestKeyboard;
  readonly clipboard: TestClipboard;
  readonly random: SeededRandom;
  readonly remarks: Remarks;
}

/** What the application tells its user of a key press. */
class Remarks {
  readonly #stop = new AbortController();
  readonly #messages: string[] = [];

  constructor(client: Client) {
    void (async () => {
      for await (const event of client.streamEvents({ signal: this.#stop.signal }))
        if (event.type === 'remark-made') this.#messages.push(event.message);
    })().catch(() => undefined);
  }

  /** Those that came since it was asked last. */
  take(): string {
    return this.#messages.splice(0).join(' ');
  }

  close(): void {
    this.#stop.abort();
  }
}

/** Writes into one program, text after text. */
class Writer {
  readonly #options: WriterOptions;
  #expected = '';

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** What went wrong; undefined where nothing did. */
  async write(situation: (typeof situations)[number], text: string): Promise<string | undefined> {
    const { client, id, target, keyboard, clipboard, random, remarks } = this.#options;
    await client.editRecording({ params: { id }, body: { text } });
    const before = `before ${random.next()}`;
    await clipboard.put(before);
    if (situation === 'busy') process.kill(target.pid, 'SIGSTOP');
    await keyboard.down(...pasteLast);
    await keyboard.up(keys.v);
    await keyboard.up(keys.control);
    if (situation !== 'alt-held') await keyboard.up(keys.alt);
    if (situation === 'busy') {
      await sleep(BUSY_MS);
      process.kill(target.pid, 'SIGCONT');
    }
    this.#expected += text;
    const arrived = await holds(async () => (await target.text()) === this.#expected);
    const restored = await holds(async () => (await clipboard.text()) === before);
    const isUp = !(await keyboard.isAnyDown());
    await keyboard.up(keys.alt);
    const said = remarks.take();
    if (arrived && restored && isUp) return undefined;
    const found = await target.text();
    const problems = [`Quoth says ${said === '' ? 'nothing' : `"${said}"`}`];
    if (!arrived) problems.push(`of ${this.#expected.length} characters there are ${found.length}`);
    if (!restored) {
      const held = await clipboard.text();
      problems.push(
        held?.trim() === text.trim() ? 'the text is on the clipboard' : 'the clipboard is another',
      );
    }
    if (!isUp) problems.push('a key is down');
    this.#expected = found;
    return problems.join('; ');
  }
}

function holds(condition: () => Promise<boolean>): Promise<boolean> {
  return until(condition).then(
    () => true,
    () => false,
  );
}

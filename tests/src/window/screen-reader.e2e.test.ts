import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { concatenated, pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Browser, Page } from 'playwright-core';
import { RunningApplication, temporaryHome, until } from '../support/running-application.ts';
import { startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

// What a screen reader gets of the way from the first button to a copied text: over AT-SPI, as Orca reads it, in a
// browser on a screen.

const models = join(import.meta.dirname, '..', '..', '..', 'packages', 'core', 'src', 'models', 'fixtures');

/** One thing on the page, as it is spoken: what it is, what it is called, and what is written in it. */
interface Node {
  readonly role: string;
  readonly name: string;
  readonly text: string;
  readonly live: string;
  readonly level: string;
  /** What can be done with it: `click` is spoken as “clickable”. */
  readonly actions: readonly string[];
  readonly enabled: boolean;
  readonly focusable: boolean;
}

/** The reading side: Debian's Python, for which alone the library of AT-SPI has a binding there. */
class Reader {
  /** What was spoken without being asked for, in order. */
  readonly announced: string[] = [];
  readonly #program: ChildProcess;
  readonly #answers: ((answer: unknown) => void)[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    this.#program = spawn('/usr/bin/python3', [join(import.meta.dirname, 'at-spi-reader.py')], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    assert(this.#program.stdout);
    createInterface({ input: this.#program.stdout }).on('line', (line) => {
      const said = JSON.parse(line) as { readonly announced?: string; readonly answer?: unknown };
      if (said.announced !== undefined) this.announced.push(said.announced);
      else this.#answers.shift()?.(said.answer);
    });
  }

  answer<Answer>(command?: object): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) =>
      this.#answers.push(resolve as (answer: unknown) => void),
    );
    if (command) this.#program.stdin?.write(`${JSON.stringify(command)}\n`);
    return answered;
  }

  /** The whole page in its reading order; empty while it changes too quickly to be read. */
  async read(): Promise<readonly Node[]> {
    return (await this.answer<readonly Node[] | null>({ do: 'read' })) ?? [];
  }

  async press(role: string, name: string): Promise<void> {
    await until(`${name} can be pressed`, () => this.answer<boolean>({ do: 'press', role, name }));
  }

  async hears(words: RegExp): Promise<void> {
    await until(`${words} is announced; so far: ${this.announced.join(' | ')}`, () =>
      this.announced.some((one) => words.test(one)),
    );
  }

  close(): void {
    this.#program.stdin?.end();
  }
}

let bus: PrivateBus;
let display: TestDisplay;
let microphone: VirtualMicrophone;
let application: RunningApplication;
let browser: Browser;
let page: Page;
let reader: Reader;
before(async () => {
  buildPage();
  bus = await PrivateBus.start();
  display = await TestDisplay.start();
  microphone = await VirtualMicrophone.start();
  application = await RunningApplication.start(temporaryHome(), [], {
    ...microphone.env,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
  const client = await application.controlSocket();
  await client.updateSettings({ body: { soundCues: false, firstStepsDone: true } });
  await client.importModel({ body: { path: join(models, 'quoth-test-en-streaming.gguf') } });
  await client.createMode({ body: { name: 'Letters', model: 'quoth-test-en-streaming', isDefault: true } });
  const { NO_AT_BRIDGE: _, ...screen } = display.env;
  const env = { ...screen, ...bus.env };
  // Says that a screen reader runs, as Orca does when it starts.
  execFileSync(
    'gdbus',
    [
      ...['call', '--session', '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus'],
      ...['--method', 'org.freedesktop.DBus.Properties.Set', 'org.a11y.Status', 'IsEnabled', '<true>'],
    ],
    { env, stdio: 'ignore' },
  );
  reader = new Reader(env);
  assert.equal(await reader.answer(), 'ready');
  browser = await startBrowser(['--force-renderer-accessibility'], env);
  ({ page } = await OpenedWindow.open(application, browser));
});
after(async () => {
  reader?.close();
  await browser?.close();
  await application?.remove();
  await microphone?.stop();
  await display?.stop();
  await bus?.stop();
});

/** What a person meets in this order: things with a role of their own; pieces of text belong to them. */
function heard(nodes: readonly Node[], ...roles: string[]): string[] {
  return nodes
    .filter(({ role }) => roles.includes(role))
    .map(({ role, name, text }) => `${role}: ${name || text}`);
}

const has = (nodes: readonly Node[], role: string, name: string) =>
  nodes.some((node) => node.role === role && node.name === name);

test('the page reads as a title, a mode, a button and what to do; everything that can be pressed has a name', async () => {
  // To read the whole page is work for three processes: it is begun once it is worth it.
  await page.getByRole('combobox', { name: 'Mode: Letters. Change mode' }).waitFor();
  // What to do comes by a read of its own.
  await until('the whole page can be read', async () => {
    const nodes = await reader.read();
    return (
      has(nodes, 'combo box', 'Mode: Letters. Change mode') &&
      has(nodes, 'push button', 'Record a meeting') &&
      nodes.some(({ text }) => text === 'Press space and speak.')
    );
  });
  const nodes = await reader.read();
  const pressed = ['push button', 'link', 'combo box'];
  const main = nodes.slice(nodes.findIndex(({ role }) => role === 'heading'));
  assert.deepEqual(
    heard(main, 'heading', ...pressed, 'paragraph')
      .filter((one) => !one.endsWith(': '))
      .slice(0, 5),
    [
      'heading: Record',
      'combo box: Mode: Letters. Change mode',
      'push button: Record a meeting',
      'push button: Record',
      'paragraph: Press space and speak.',
    ],
  );
  assert.deepEqual(heard(nodes, 'link').slice(0, 7), [
    'link: Skip to content',
    'link: Record',
    'link: History',
    'link: Modes',
    'link: Vocabulary',
    'link: Models',
    'link: Settings',
  ]);
  const nameless = nodes.filter(({ role, name }) => pressed.includes(role) && name === '');
  assert.deepEqual(nameless, []);
  assert.equal(nodes.find(({ role }) => role === 'heading')?.level, '1');
  // No text has a handler of its own that Orca would call “clickable”. (It says so of a heading that just got the
  // focus: React listens on the root, and Orca 43 takes whatever can be focused below such a one for clickable.)
  assert.deepEqual(
    nodes
      .filter(({ actions, name, text }) => actions.includes('click') && `${name}${text}` !== '')
      .map(({ role, name }) => `${role}: ${name}`),
    ['landmark: Notifications'],
  );
  assert.equal(nodes.find(({ role }) => role === 'status bar')?.live, 'polite');
});

test('recording, the words as they come, the text and copying are announced, and the text can be read', async () => {
  await reader.press('push button', 'Record');
  await reader.hears(/^Recording$/);
  const [hello, , open] = testSentences();
  assert(hello && open);
  await microphone.play(concatenated([hello.samples, pause(0.8), open.samples, pause(1)]));
  // One by one, or several at a time.
  await until('the words are announced', () =>
    /hello\b.*\bworld\b.*\bopen\b/is.test(reader.announced.join(' ')),
  );
  // The beginning is not said again with what is added.
  assert.deepEqual(
    reader.announced.filter((one) => /hello.*open/is.test(one)),
    [],
  );
  await reader.press('push button', 'Stop recording');
  await reader.hears(/^Transcribing/);
  await page.getByRole('article', { name: 'Transcript' }).waitFor();
  await until('the text is there', async () => has(await reader.read(), 'article', 'Transcript'));
  const nodes = await reader.read();
  const article = nodes.findIndex(({ role }) => role === 'article');
  const text = nodes.slice(article).find(({ role }) => role === 'paragraph')?.text ?? '';
  assert.match(text, /hello world/i);
  // Once it is finished, and not only while it came.
  await until('the finished text is announced', () =>
    reader.announced.slice(reader.announced.lastIndexOf('Transcribing…')).includes(text),
  );
  await reader.press('push button', 'Copy');
  await reader.hears(/^Copied$/);
  assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), text);
});

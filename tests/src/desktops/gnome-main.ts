import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords } from '@quoth/text';
import { RunningApplication, testModels } from '../support/running-application.ts';
import { GnomeDesktop, until } from './gnome.ts';
import { report } from './matrix.ts';
import { gnomeTargets } from './targets.ts';
import { texts } from './texts.ts';

// What is proved on one real GNOME: node gnome-main.ts NAME, within enter.sh.

const [name = 'gnome48'] = process.argv.slice(2);
/** Debian 12's portal knows no shortcuts and gives no token. */
const isOld = name === 'gnome43';
const spoken = testSentences()[11];
if (!spoken) throw new Error('There is no speech.');

const desktop = await GnomeDesktop.start();
const dataFolder = '/tmp/quoth';
mkdirSync(dataFolder, { mode: 0o700 });
await unlockKeyring();

/** A permission that is declined is remembered, and asked for again only when the user wants it. */
async function permission(client: Client): Promise<void> {
  await report(name, 'permission', 'declined', async () => {
    await client.askKeyboardPermission();
    await desktop.answerKeyboardDialog(false);
    await until('the refusal', async () => (await client.getKeyboardPermission()).permission === 'refused');
    return 'remembered';
  });
  await report(name, 'permission', 'allowed', async () => {
    await client.askKeyboardPermission();
    await desktop.answerKeyboardDialog(true);
    await until(
      'the permission',
      async () => (await client.getKeyboardPermission()).permission === 'allowed',
    );
    return 'allowed';
  });
}

async function speech(client: Client, microphone: VirtualMicrophone): Promise<void> {
  const dictation = async () => (await client.getDictation({})).dictation;
  const phase = async () => (await dictation()).recording?.phase;
  const target = await gnomeTargets['gnome-text-editor'](desktop);
  const written = async () => {
    await until('the text', async () => (await dictation()).processing.at(-1)?.phase === 'delivered');
    const text = (await dictation()).processing.at(-1)?.text ?? '';
    const content = await target.content();
    if (!content.includes(text.trim()))
      throw new Error(`${JSON.stringify(content)} is not ${JSON.stringify(text)}`);
    const heard = comparableWords(text);
    const right = comparableWords(spoken?.expected ?? '').filter((word) => heard.includes(word));
    if (right.length * 2 < comparableWords(spoken?.expected ?? '').length) throw new Error(`heard: ${text}`);
    return 'written';
  };
  if (!isOld) {
    await report(name, 'keys', 'start and stop, spoken', async () => {
      await desktop.press('Ctrl+Alt+d');
      await until('the recording', async () => (await phase()) === 'recording');
      await microphone.play(spoken?.samples ?? new Int16Array());
      await desktop.press('Ctrl+Alt+d');
      return written();
    });
    await report(name, 'keys', 'hold to talk, spoken', async () => {
      const before = (await dictation()).processing.length;
      const held = desktop.press('Ctrl+Alt+j', 6_000);
      await until('the recording', async () => (await phase()) === 'recording');
      await microphone.play(spoken?.samples ?? new Int16Array());
      await held;
      await until(
        'its end',
        async () => (await dictation()).processing.length > before || (await phase()) === undefined,
      );
      return written();
    });
  } else {
    await report(name, 'gnome-text-editor', 'spoken', async () => {
      await client.startDictation({ body: { delivery: 'paste' } });
      await until('the recording', async () => (await phase()) === 'recording');
      await microphone.play(spoken?.samples ?? new Int16Array());
      await client.stopDictation();
      return written();
    });
  }
  await target.close();
}

/** Each text into each program, by the product's own delivery and the permission of before. */
async function matrix(): Promise<void> {
  const parts = await createDesktopParts({
    platform: 'linux',
    home: '/tmp/home',
    env: { ...process.env, ...desktop.env },
    dataFolder,
    ephemeral: false,
  });
  if (isOld) {
    // Without a token, each process is asked once.
    const asking = parts.keyboard?.ask();
    await desktop.answerKeyboardDialog(true);
    await asking;
  }
  for (const [program, open] of Object.entries(gnomeTargets)) {
    const target = await open(desktop).catch((error: Error) => error);
    if (target instanceof Error) {
      await report(name, program, 'start', () => Promise.reject(target));
      continue;
    }
    for (const { title, text } of texts) {
      await report(name, program, title, async () => {
        const before = await target.content();
        const place = await parts.dictation.delivery.place();
        const began = performance.now();
        const result = await parts.dictation.delivery.deliver(text, {
          to: 'paste',
          joint: '',
          place,
          pressEnter: false,
        });
        const tookMs = Math.round(performance.now() - began);
        const wanted = before + (target.isTerminal ? text.replaceAll('\n', ' ') : text);
        if (result.as !== 'delivered') {
          await pause(500);
          const content = await target.content();
          if (content !== before) throw new Error(`said ${result.as}, and it was written`);
          throw new Error(`${result.as}: ${result.problem?.message}`);
        }
        await until('the text in the target', async () => (await target.content()) === wanted, 5_000).catch(
          async () => {
            const content = (await target.content()).slice(before.length);
            throw new Error(`said written, and there is ${JSON.stringify(content.slice(0, 80))}`);
          },
        );
        return `written in ${tookMs} ms`;
      });
    }
    await target.close();
  }
  await parts.close();
}

async function unlockKeyring(): Promise<void> {
  const child = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env: { ...process.env, ...desktop.env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end('\n');
  await once(child, 'exit');
}

const microphone = await VirtualMicrophone.start();
const app = await RunningApplication.start(dataFolder, [], { ...microphone.env, ...desktop.env });
const client = await app.controlSocket();
await client.importModel({ body: { path: join(testModels, 'quoth-test-en-streaming.gguf') } });
const { mode } = await client.createMode({ body: { name: 'Test', model: 'quoth-test-en-streaming' } });
await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
const keys = { shortcutToggle: 'Ctrl+Alt+D', shortcutPushToTalk: 'Ctrl+Alt+J' };
await client.updateSettings({ body: { soundCues: false, ...keys } });
if (!isOld)
  await report(name, 'keys', 'bound by the dialog', async () => {
    const toggle = async () =>
      (await client.getShortcuts({})).shortcuts.keys.find((key) => key.action === 'toggle');
    // The dialog for the keys of before may still close while this one opens.
    await until('the keys', async () => {
      await desktop.answerShortcutsDialog().catch(() => undefined);
      await pause(1_000);
      return (await toggle())?.state === 'active';
    }).catch(async () => {
      throw new Error(JSON.stringify(await toggle()));
    });
    return `bound: ${(await toggle())?.trigger}`;
  });
await permission(client);
await speech(client, microphone);
await RunningApplication.endAll();
await microphone.stop();
await matrix();
process.exit(0);

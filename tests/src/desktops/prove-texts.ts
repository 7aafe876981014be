import { setTimeout as pause } from 'node:timers/promises';
import type { DesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { report } from './matrix.ts';
import type { OpenTarget, TargetDesktop, WritingTarget } from './targets.ts';
import { texts } from './texts.ts';
import { lastSaid, until } from './tree-session.ts';

type Delivery = DesktopParts['dictation']['delivery'];

/** A dictation begins this long before its text comes, at least. */
const SPEAKING_MS = 1_000;
/** A program that was given a text takes it in within this time on a busy machine. */
const TAKE_IN_MS = 5_000;

/** What a program on this desktop has copied, by MIME type. */
export interface DesktopClipboard {
  put(type: string, bytes: Buffer): Promise<void>;
  read(type: string): Promise<Buffer | undefined>;
}

/** A picture of one red pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);
const copied: readonly (readonly [title: string, type: string, bytes: Buffer])[] = [
  ['text', 'text/plain;charset=utf-8', Buffer.from('Was copied: äöü 漢字')],
  ['HTML', 'text/html', Buffer.from('<b>Was copied</b>')],
  ['a picture', 'image/png', picture],
  ['files', 'text/uri-list', Buffer.from('file:///tmp/home/was%20copied.txt\r\n')],
];

/** So many dictations in a row come whole and in order. */
const IN_A_ROW = 10;

/** Each text into each program, by the product's own delivery, and then many in a row. */
export async function proveTexts(
  desktop: string,
  on: TargetDesktop,
  parts: DesktopParts,
  targets: Readonly<Record<string, OpenTarget>>,
): Promise<void> {
  for (const [program, open] of Object.entries(targets)) {
    const target = await open(on, parts).catch((error: Error) => error);
    if (target instanceof Error) {
      console.error(lastSaid(`${program}.log`));
      await report(desktop, program, 'start', () => Promise.reject(target));
      continue;
    }
    await beginSpeaking(parts);
    for (const { title, text } of texts)
      await report(desktop, program, title, () => delivered(parts.dictation.delivery, target, text));
    await report(desktop, program, `${IN_A_ROW} in a row`, () =>
      inARow(parts.dictation.delivery, target, IN_A_ROW),
    );
    await target.close();
  }
}

/** As when a dictation begins in a program. */
async function beginSpeaking(parts: DesktopParts): Promise<void> {
  parts.dictation.delivery.prepare?.();
  await pause(SPEAKING_MS);
}

/** A text at the cursor. Throws if it does not come there. */
export async function delivered(delivery: Delivery, target: WritingTarget, text: string): Promise<string> {
  const outcome = await honest(delivery, target, text);
  if (!outcome.startsWith('written')) throw new Error(outcome);
  return outcome;
}

/** A text that must not be written there. Throws unless it is copied, and why is said. */
export async function onlyCopied(delivery: Delivery, target: WritingTarget, text: string): Promise<string> {
  const outcome = await honest(delivery, target, text);
  if (!outcome.startsWith('copied: ')) throw new Error(outcome);
  return outcome;
}

/**
 * What became of a text by the product's account; `place`: where speaking ended. Throws if that account is not true.
 */
export async function honest(
  delivery: Delivery,
  target: WritingTarget,
  text: string,
  place?: string,
): Promise<string> {
  const before = await target.content();
  const wanted = before + (target.isTerminal ? text.replaceAll('\n', ' ') : text);
  const from = place ?? (await delivery.place());
  // Between speaking and its text, recognition takes longer than this.
  await pause(100);
  const began = performance.now();
  let tookMs: number | undefined;
  let endedAt: number | undefined;
  const look = async () => {
    for (;;) {
      if ((await target.content()) === wanted) tookMs = Math.round(performance.now() - began);
      if (tookMs !== undefined || (endedAt !== undefined && performance.now() - endedAt > TAKE_IN_MS)) return;
      await pause(5);
    }
  };
  const looking = look();
  // A program that has ended is heard of below.
  looking.catch(() => undefined);
  const result = await delivery.deliver(text, { to: 'paste', joint: '', place: from, pressEnter: false });
  endedAt = result.as === 'delivered' ? performance.now() : Number.NEGATIVE_INFINITY;
  await looking;
  if (result.as !== 'delivered') {
    await pause(500);
    const content = await target.content();
    if (content !== before)
      throw new Error(`said ${result.as}, and there is ${JSON.stringify(content.slice(-80))}`);
    return `${result.as}: ${result.problem?.message}`;
  }
  if (tookMs === undefined) {
    const content = (await target.content()).slice(before.length);
    throw new Error(`said written, and there is ${JSON.stringify(content.slice(0, 80))}`);
  }
  if (result.problem) throw new Error(`written, but: ${result.problem.message}`);
  return `written after ${tookMs} ms`;
}

/** What was copied before a text is there again after it. */
export async function proveClipboard(
  desktop: string,
  clipboard: DesktopClipboard,
  parts: DesktopParts,
  target: WritingTarget,
): Promise<void> {
  for (const [title, type, bytes] of copied)
    await report(desktop, 'clipboard', title, async () => {
      await clipboard.put(type, bytes);
      // The desktop passes it on.
      await pause(300);
      await delivered(parts.dictation.delivery, target, 'quoth ');
      const after = await clipboard.read(type);
      if (!after?.equals(bytes)) throw new Error(`it was not restored: ${after?.toString().slice(0, 80)}`);
      return 'restored';
    });
}

/** Selected text is read, and what is written takes its place; the program is named for the rules of modes. */
export async function proveEditing(
  desktop: string,
  program: string,
  on: TargetDesktop,
  parts: DesktopParts,
  open: OpenTarget,
): Promise<void> {
  const target = await open(on, parts);
  const { delivery, applications } = parts.dictation;
  await report(desktop, program, 'edited by voice', async () => {
    await delivered(delivery, target, 'äöü and some words');
    await on.press('Ctrl+a');
    await pause(300);
    const selected = await delivery.selectedText?.();
    const content = (await target.content()).trim();
    if (selected?.is !== 'text' || selected.text.trim() !== content || content === '')
      throw new Error(`read: ${JSON.stringify(selected)}`);
    const { place } = selected;
    const result = await delivery.deliver('other', { to: 'paste', joint: '', place, pressEnter: false });
    if (result.as !== 'delivered') throw new Error(`${result.as}: ${result.problem?.message}`);
    await until('the new text', async () => (await target.content()).trim() === 'other', TAKE_IN_MS);
    return 'read and replaced';
  });
  await report(desktop, program, 'named for modes', async () => {
    const active = await applications?.active({ titles: true });
    if (!active) throw new Error('not known');
    return `${active.program}, “${active.title}”`;
  });
  await target.close();
}

/**
 * Texts in a row into each program, each as it is, none lost, none doubled. A program's row ends at the first that is
 * not.
 */
export async function proveMany(
  desktop: string,
  on: TargetDesktop,
  parts: DesktopParts,
  targets: Readonly<Record<string, OpenTarget>>,
  count: number,
): Promise<void> {
  for (const [program, open] of Object.entries(targets))
    await report(desktop, program, `${count} in a row`, async () => {
      const target = await open(on, parts);
      await beginSpeaking(parts);
      const outcome = await inARow(parts.dictation.delivery, target, count);
      await target.close();
      return outcome;
    });
}

/** Throws at the first that is not there as it is. */
async function inARow(delivery: Delivery, target: WritingTarget, count: number): Promise<string> {
  const took: number[] = [];
  for (let at = 1; at <= count; at++) {
    const text = `${at} ${texts[at % texts.length]?.text.slice(0, 60)} `;
    const said = await delivered(delivery, target, text).catch((error: Error) => {
      throw new Error(`the text ${at}: ${error.message}`);
    });
    took.push(Number(/\d+/.exec(said)?.[0]));
  }
  took.sort((a, b) => a - b);
  return `written after ${took[Math.floor(count / 2)]} ms (median), ${took.at(-1)} ms at most`;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { DesktopParts } from '@quoth/desktop/desktop-parts.ts';
import type { MessageBus } from 'dbus-native';
import { report } from './matrix.ts';
import { type SpokenTo, spokenWords } from './prove-speech.ts';
import { delivered, honest, onlyCopied } from './prove-texts.ts';
import type { OpenTarget, TargetDesktop, WritingTarget } from './targets.ts';
import { killProgram, until } from './tree-session.ts';

/** A desktop that can be brought into these states. */
export interface ChangingDesktop extends TargetDesktop {
  readonly bus: MessageBus;
  /** Makes this the layout of the keyboard, as the settings do; such as `de` or `us+dvorak`. */
  useLayout(layout: string): Promise<void>;
}

const layouts = [
  ['German', 'de'],
  ['French', 'fr'],
  ['Neo', 'de+neo'],
  ['Dvorak', 'us+dvorak'],
] as const;

/** Each layout, with the same keys by their place. */
export async function proveLayouts(
  desktop: string,
  on: Pick<ChangingDesktop, 'useLayout'>,
  parts: DesktopParts,
  target: WritingTarget,
): Promise<void> {
  for (const [title, layout] of layouts)
    await report(desktop, 'layout', title, async () => {
      await on.useLayout(layout);
      return delivered(parts.dictation.delivery, target, 'quoth ');
    });
  await on.useLayout('us');
}

/**
 * Another window gets the focus while one speaks, or asks for a password: nothing is written, neither there nor where
 * it began.
 */
export async function proveFocus(
  desktop: string,
  on: TargetDesktop,
  parts: DesktopParts,
  target: WritingTarget,
  windows: { readonly other: OpenTarget; readonly prompt?: OpenTarget },
): Promise<void> {
  const { delivery } = parts.dictation;
  const began = (await parts.activeApplication.current())?.program;
  const isBack = () =>
    until('the focus', async () => (await parts.activeApplication.current())?.program === began);
  await report(desktop, 'state', 'the focus moved', async () => {
    const place = await delivery.place();
    const other = await windows.other(on, parts);
    const before = await other.content();
    const outcome = await honest(delivery, target, 'quoth ', place);
    const isElsewhere = (await other.content()) !== before;
    await other.close();
    await isBack();
    if (isElsewhere) throw new Error('it was written into the other window');
    if (!outcome.startsWith('copied: ')) throw new Error(outcome);
    return outcome;
  });
  const { prompt } = windows;
  if (!prompt) return;
  await report(desktop, 'state', 'a program that asks for a password', async () => {
    const asking = await prompt(on, parts);
    const outcome = await onlyCopied(delivery, asking, 'quoth ');
    await asking.close();
    await isBack();
    return outcome;
  });
}

/**
 * What may become of the program between speaking and its text: each ends in the text, or in a sentence that is true.
 * The target is gone then.
 */
export async function proveTroubles(
  desktop: string,
  on: TargetDesktop,
  parts: DesktopParts,
  target: WritingTarget,
): Promise<void> {
  const { delivery } = parts.dictation;
  const deliver = async (place: string | undefined) =>
    delivery.deliver('lost ', { to: 'paste', joint: '', place, pressEnter: false });
  await report(desktop, 'state', 'a modifier is held', async () => {
    let outcome = '';
    await on.press('Ctrl', async () => {
      outcome = await honest(delivery, target, 'quoth ');
    });
    return outcome;
  });
  await report(desktop, 'state', 'the program hangs', async () => {
    const place = await delivery.place();
    target.freeze(true);
    const { as, problem } = await deliver(place);
    target.freeze(false);
    if (as === 'delivered' || !problem) throw new Error(`said ${as}`);
    // Its key press waits for it, and pastes what was copied.
    await pause(1_000);
    const isWritten = (await target.content()).includes('lost ');
    return `${as}: ${problem.message}${isWritten ? ' It was written when the program went on.' : ''}`;
  });
  await report(desktop, 'state', 'the program was closed', async () => {
    const place = await delivery.place();
    await target.kill();
    const { as, problem } = await deliver(place);
    if (as !== 'copied' || !problem) throw new Error(`said ${as}`);
    return `copied: ${problem.message}`;
  });
}

/**
 * The compositor ends, and with it every window: the text is copied if there is still a clipboard, and in the history.
 */
export async function proveEnd(desktop: string, program: string, parts: DesktopParts): Promise<void> {
  await report(desktop, 'state', 'the shell was restarted', async () => {
    killProgram(program);
    const order = { to: 'paste', joint: '', place: undefined, pressEnter: false } as const;
    const { as, problem } = await parts.dictation.delivery.deliver('quoth', order);
    if (as === 'delivered' || !problem) throw new Error(`said ${as}`);
    return `${as}: ${problem.message}`;
  });
}

/**
 * What the desktop says of the session, by the signals of its screen saver and of the login manager, which are sent
 * here in their names.
 */
export async function proveSession(
  desktop: string,
  on: ChangingDesktop,
  systemBus: MessageBus,
  parts: DesktopParts,
  open: OpenTarget,
  app: SpokenTo,
): Promise<void> {
  const lock = (isLocked: boolean) =>
    on.bus.sendSignal('/org/gnome/ScreenSaver', 'org.gnome.ScreenSaver', 'ActiveChanged', 'b', [isLocked]);
  const sleep = (begins: boolean) =>
    systemBus.sendSignal(
      '/org/freedesktop/login1',
      'org.freedesktop.login1.Manager',
      'PrepareForSleep',
      'b',
      [begins],
    );
  const target = await open(on, parts);
  for (const [what, tell] of [
    ['locked while speaking', lock],
    ['suspended while speaking', sleep],
  ] as const)
    await report(desktop, 'state', what, async () => {
      const before = await target.content();
      const { id } = await app.client.startDictation({ body: { delivery: 'paste' } });
      await until('the recording', () => app.isRecording());
      await app.speak();
      // What listens to the desktop's signals is started with the recording.
      await until('its end', async () => {
        tell(true);
        return (await app.dictation()).recording === null;
      });
      const { processing: final } = await app.client.getProcessing({ params: { id }, query: { wait: true } });
      tell(false);
      if (!spokenWords(final.text ?? '')) throw new Error(`heard: ${final.text}`);
      const isWritten = (await target.content()) !== before;
      if ((final.phase === 'delivered') !== isWritten)
        throw new Error(`it is ${final.phase}, and ${isWritten ? '' : 'not '}written`);
      if (!isWritten && !final.error) throw new Error(`it is ${final.phase}, and no one says why`);
      return isWritten ? 'written' : `${final.phase}: ${final.error?.message}`;
    });
  await report(desktop, 'state', 'locked before the text', async () => {
    const { delivery, session } = parts.dictation;
    delivery.prepare?.();
    await until('the lock', async () => {
      lock(true);
      return session.isLocked();
    });
    const outcome = await onlyCopied(delivery, target, 'quoth').finally(() => lock(false));
    await until('the unlocked screen', async () => {
      lock(false);
      return !(await session.isLocked());
    });
    return `${outcome} Unlocked: ${await delivered(delivery, target, 'quoth ')}`;
  });
  await target.close();
}

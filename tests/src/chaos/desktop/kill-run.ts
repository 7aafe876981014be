import { setTimeout as sleep } from 'node:timers/promises';
import { finalStatuses } from '@quoth/contract';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { SeededRandom } from '../seeded-random.ts';
import { type children, Desk, deskKeys, sentence } from './desk.ts';

/**
 * What dies, and when: while one records with other sound muted, while one speaks, right after, or while the target
 * hangs with the text on the clipboard.
 */
export const moments = [
  ['application', 'muted'],
  ['application', 'speaking'],
  ['application', 'processing'],
  ['application', 'delivering'],
  ['engine-host', 'speaking'],
  ['engine-host', 'processing'],
  ['observer', 'speaking'],
  ['indicator', 'speaking'],
  ['clipboard-owner', 'delivering'],
  ['sound-server', 'muted'],
  ['sound-server', 'speaking'],
  ['x-server', 'muted'],
  ['x-server', 'speaking'],
  ['x-server', 'delivering'],
] as const satisfies readonly (readonly [Victim, When])[];

type Victim = 'application' | 'sound-server' | 'x-server' | keyof typeof children;
type When = 'muted' | 'speaking' | 'processing' | 'delivering';
type Moment = (typeof moments)[number];

/**
 * So much of the end a kill may cost (docs/microphones.md, "Never lost"), and what lies between our clock and the
 * recorder's.
 */
const LOST_MS = 1_000 + 500;
const OLD = 'what was on the clipboard';

export interface KillOptions {
  readonly moments: readonly Moment[];
  readonly seed: number;
  readonly log: (line: string) => void;
}

/**
 * Kills a part of a desk while one dictates and holds what is left against what was promised: no second that was
 * accepted is lost, no key is left down, nothing is left muted, the clipboard is as it was or has the text. Answers
 * with what was broken.
 */
export async function runKills({ moments: chosen, seed, log }: KillOptions): Promise<readonly string[]> {
  const random = new SeededRandom(seed);
  const broken: string[] = [];
  let desk: Desk | undefined;
  for (const [victim, when] of chosen) {
    desk ??= await Desk.setUp();
    let problems: readonly string[];
    try {
      problems = await killAt(desk, victim, when, random);
    } catch (error) {
      problems = [error instanceof Error ? error.message : String(error)];
    }
    log(`${victim}, ${when}: ${problems.length === 0 ? 'kept' : problems.join('; ')}`);
    broken.push(...problems.map((problem) => `${victim}, ${when} (seed ${seed}): ${problem}`));
    // What the application and its own processes are, comes back by itself; to set up a desk takes longer than a kill.
    if (problems.length === 0 && victim !== 'sound-server' && victim !== 'x-server') continue;
    await desk.clear();
    desk = undefined;
  }
  await desk?.clear();
  return broken;
}

async function killAt(
  desk: Desk,
  victim: Victim,
  when: When,
  random: SeededRandom,
): Promise<readonly string[]> {
  const { client, keyboard, clipboard, target } = desk;
  // The application, or what watches the keys, may just have started again.
  await desk.keysAreReady();
  await clipboard.put(OLD);
  await client.updateSettings({ body: { otherSound: when === 'muted' ? 'mute' : 'keep' } });
  const isHeld = victim === 'observer';
  const { id, spokenMs } = await speak(desk, when, isHeld, random);
  if (when === 'delivering') process.kill(target.pid, 'SIGSTOP');
  if (when === 'processing' || when === 'delivering') await keyboard.press(...deskKeys.toggle);
  if (when === 'processing') await sleep(random.between(0, 250));
  // The text is ours to give, and the target has not asked yet.
  if (when === 'delivering') await until(async () => ((await clipboard.text()) ?? OLD) !== OLD);
  await kill(desk, victim);
  if (when === 'delivering') process.kill(target.pid, 'SIGCONT');
  const isGone = victim === 'application';
  if (isHeld) await keyboard.up(...deskKeys.talk);
  if (!isGone && (when === 'speaking' || when === 'muted')) await end(desk);
  if (isGone) await desk.startApplication();
  return promises(desk, { id, spokenMs, victim, when });
}

/** Records until the wanted moment has come. */
async function speak(desk: Desk, when: When, isHeld: boolean, random: SeededRandom) {
  const { keyboard, microphone } = desk;
  const isRecording = async () => (await desk.dictation()).recording?.phase === 'recording';
  if (isHeld) {
    // The observer takes a moment to see its first key.
    await until(async () => {
      await keyboard.down(...deskKeys.talk);
      const hasBegun = await until(isRecording, 3_000).then(
        () => true,
        () => false,
      );
      if (!hasBegun) await keyboard.up(...deskKeys.talk);
      return hasBegun;
    }, 30_000);
  } else await keyboard.press(...deskKeys.toggle);
  await until(isRecording);
  const startedAt = performance.now();
  const id = (await desk.dictation()).recording?.id ?? '';
  if (when === 'muted') await until(() => desk.isMuted());
  await microphone.play(sentence);
  await sleep(random.between(0, 400));
  return { id, spokenMs: performance.now() - startedAt };
}

async function kill(desk: Desk, victim: Victim): Promise<void> {
  if (victim === 'application') await desk.killApplication();
  else if (victim === 'sound-server') desk.microphone.kill();
  else if (victim === 'x-server') await desk.display.kill();
  else await desk.killChild(victim);
}

/** As somebody ends it who sees that it still records. */
async function end({ client }: Desk): Promise<void> {
  await client.stopDictation().catch(() => undefined);
}

interface Spoken {
  readonly id: string;
  readonly spokenMs: number;
  readonly victim: Victim;
  readonly when: When;
}

/** What was promised and is not so. */
async function promises(desk: Desk, { id, spokenMs, victim, when }: Spoken): Promise<readonly string[]> {
  const { client, keyboard, clipboard } = desk;
  const problems: string[] = [];
  const recording = async () => (await client.getRecording({ params: { id } })).recording;
  await until(async () => finalStatuses.includes((await recording()).status), 60_000);
  const { duration, text, status, error } = await recording();
  const missing = spokenMs - duration * 1_000;
  if (missing > LOST_MS) problems.push(`${missing.toFixed(0)} ms of ${spokenMs.toFixed(0)} are lost`);
  // A muted output of the test is what its microphone hears: nothing is said then.
  if (when !== 'muted' && text === '') problems.push(`no text: ${status}, ${error?.message}`);
  if (victim !== 'sound-server' && !(await holds(() => !desk.isMuted())))
    problems.push('sound is left muted');
  if (victim === 'x-server') return problems;
  if (await keyboard.isAnyDown()) problems.push('a key is left down');
  const said = text.trim();
  const isWhole = async () => [OLD, said].includes(((await clipboard.text()) ?? '').trim());
  if (!(await holds(isWhole))) problems.push('the clipboard has neither what was there nor the text');
  return problems;
}

function holds(condition: () => Promise<boolean> | boolean): Promise<boolean> {
  return until(condition).then(
    () => true,
    () => false,
  );
}

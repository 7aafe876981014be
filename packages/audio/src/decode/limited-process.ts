import type { ChildProcess } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { constants as osConstants, setPriority } from 'node:os';
import { promisify } from 'node:util';
import { say } from '@quoth/contract';
import { execFile, execFileSync } from '@quoth/processes/programs';
import { DecodeError } from './wav-and-aiff.ts';
import { limitByJob, loadKernel32 } from './windows-job.ts';

/**
 * Gives a process lower priority than those that somebody is waiting for. Not the lowest priority: it still gets about
 * a tenth of a busy core and finishes in time. A user cannot undo this. If the process has ended or the system refuses,
 * only speed is affected.
 */
export function lowerSystemPriority(pid: number): void {
  // Linux ranks threads, not processes (setpriority(2)): the first thread, whose number is the process's, and then the
  // others.
  for (const thread of [pid, ...threadsOf(pid)]) {
    try {
      setPriority(thread, osConstants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Gone meanwhile, or not allowed.
    }
  }
}

function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/**
 * The time that a decoder has. It passes only while somebody waits for the decoder: if its output is not being read, it
 * cannot write, however well it works. `onOver` is called when the time is up; what was written until then is not the
 * whole recording.
 */
export class DecoderTime implements Disposable {
  readonly #stalledMs: number;
  readonly #onOver: (problem: DecodeError) => void;
  #leftMs: number;
  readonly #starvation: Starvation;
  #since: number | undefined;
  #stalled: NodeJS.Timeout | undefined;
  #total: NodeJS.Timeout | undefined;

  /** Milliseconds: without output, and in total. It is not running yet. */
  constructor(
    child: Pick<ChildProcess, 'pid'>,
    { stalledMs, totalMs }: { readonly stalledMs: number; readonly totalMs: number },
    onOver: (problem: DecodeError) => void,
  ) {
    this.#stalledMs = stalledMs;
    this.#starvation = new Starvation(child, stalledMs);
    this.#leftMs = totalMs;
    this.#onOver = onOver;
  }

  /** From now on, somebody is waiting for output. */
  run(): void {
    this.stop();
    this.#since = performance.now();
    this.#starvation.wrote();
    this.#stalled = setInterval(() => {
      if (!this.#starvation.isStarved()) this.#onOver(stalled());
    }, this.#stalledMs);
    this.#total = setTimeout(() => this.#onOver(tooLong()), Math.max(0, this.#leftMs));
  }

  stop(): void {
    clearInterval(this.#stalled);
    clearTimeout(this.#total);
    if (this.#since !== undefined) this.#leftMs -= performance.now() - this.#since;
    this.#since = undefined;
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}

/** For a decoder that has stopped writing and does not end. */
function stalled(): DecodeError {
  return new DecodeError(say('decoderStalled'));
}

/** For a decoder that never ends. */
function tooLong(): DecodeError {
  return new DecodeError(say('decodingTooSlow'));
}

const MEBIBYTE = 1024 * 1024;
/** Where Linux distributions keep util-linux's prlimit; only root can write there. */
const PRLIMIT_PATHS = ['/usr/bin/prlimit', '/bin/prlimit'];

/** The prlimit program, which sets limits that the kernel enforces (prlimit(1)); undefined if none exists. */
function findPrlimit(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return PRLIMIT_PATHS.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A program and its arguments. */
export interface DecoderCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * The command under a decoder's memory limit, if the system can enforce one: `DECODER_MEMORY_BYTES` for its own
 * allocations, and four times as much for its whole address space, which includes mapped libraries. On other systems
 * the command is unchanged, and `residentBytes` has to be watched.
 */
export function limitedCommand(program: string, args: readonly string[]): DecoderCommand {
  const prlimit = findPrlimit();
  if (!prlimit) return { program, args };
  const bounds = [`--data=${DECODER_MEMORY_BYTES}`, `--as=${DECODER_MEMORY_BYTES * 4}`, '--core=0'];
  return { program: prlimit, args: [...bounds, program, ...args] };
}

/**
 * Limits what this process may allocate from now on, in addition to what it has. For Node child processes: a limit on
 * the address space would abort V8, and half a gigabyte of what Linux counts as data is only reserved. Does nothing on
 * systems without such a limit.
 */
export function limitOwnMemory(bytes: number): void {
  const prlimit = findPrlimit();
  if (!prlimit) return;
  const [, kibibytes = '0'] = /^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const limit = Number(kibibytes) * 1024 + bytes;
  execFileSync(prlimit, ['--pid', String(process.pid), `--data=${limit}`, '--core=0'], { stdio: 'ignore' });
}

/**
 * Resident memory in `/proc/PID/status`. In kilobytes there, and in pages in statm: those are of 4, 16 or 64 KiB,
 * depending on the machine.
 */
export function residentIn(status: string): number | undefined {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** Resident memory of a process, in bytes; undefined if it has ended or the system does not reveal it. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') {
      return residentIn(readFileSync(`/proc/${pid}/status`, 'latin1'));
    }
    if (process.platform === 'win32') {
      const filter = ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'];
      const { stdout } = await promisify(execFile)('tasklist', filter, { windowsHide: true });
      // "ffmpeg.exe","4711","Console","1","12,345 K"; the separator of thousands is the user's.
      const [, written = ''] = /"([^"]+) K"\s*$/.exec(stdout) ?? [];
      const kibibytes = Number(written.replace(/\D/g, ''));
      return kibibytes > 0 ? kibibytes * 1024 : undefined;
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    return undefined;
  }
}

/** What a decoder may allocate: the largest files of six hours need well below a quarter of it. */
export const DECODER_MEMORY_BYTES = 256 * MEBIBYTE;

/** What Node's runtime and FFmpeg's libraries take before anything is decoded. */
const PROGRAM_BYTES = 128 * MEBIBYTE;
/** macOS and Windows have to start a program for each reading, which costs more. */
const LOOK_MS = process.platform === 'linux' ? 100 : 1_000;

/** What a decoder's process may use in total. */
const DECODER_PROCESS_BYTES = DECODER_MEMORY_BYTES + PROGRAM_BYTES;

/**
 * Limits a decoder's memory until it is disposed of: by a job object on Windows, and on every system by watching its
 * resident memory. `onTooMuch` is called when that exceeds the limit. Linux limits it as well, from its start
 * (`limitedCommand`, `limitOwnMemory`).
 */
export function guardMemory(
  { pid }: Pick<ChildProcess, 'pid'>,
  onTooMuch: (problem: DecodeError) => void,
): Disposable {
  if (pid === undefined) return { [Symbol.dispose]() {} };
  let isOver = false;
  let job: Disposable | undefined;
  if (process.platform === 'win32') {
    loadKernel32().then(
      (kernel) => {
        if (!isOver) job = limitByJob(kernel, pid, DECODER_PROCESS_BYTES);
      },
      // If kernel32.dll cannot be loaded, resident memory is watched below.
      () => undefined,
    );
  }
  const timer = setInterval(() => {
    void residentBytes(pid).then((held) => {
      if (!isOver && held !== undefined && held > DECODER_PROCESS_BYTES) onTooMuch(tooMuchMemory());
    });
  }, LOOK_MS);
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearInterval(timer);
      job?.[Symbol.dispose]();
    },
  };
}

/** For a file that lies about its sizes: no honest one of six hours needs as much. */
function tooMuchMemory(): DecodeError {
  return new DecodeError(say('decodingTooLarge'));
}

/** The system counts processor time in hundredths of a second (`USER_HZ`), on every machine. */
const TICK_MS = 10;

/**
 * How much processor time a process has had, in milliseconds, and whether it is ready to go on; undefined where the
 * system does not tell.
 */
function processorUse(pid: number): { readonly usedMs: number; readonly isReady: boolean } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const states = threadsOf(pid).map((thread) => statOf(`/proc/${pid}/task/${thread}/stat`)[0]);
    const fields = statOf(`/proc/${pid}/stat`);
    const usedMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    return { usedMs, isReady: states.some((state) => state === 'R' || state === 'D') };
  } catch {
    return undefined;
  }
}

/** The fields of a `stat` file (proc(5)) from the state on; what is before it may hold blanks. */
function statOf(path: string): readonly string[] {
  const text = readFileSync(path, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Less of a processor in a while is that of a process that waits. */
const WAITING_SHARE = 0.005;

/**
 * Tells a process that is stuck from one that a busy machine does not let go on: it is asked each time that the process
 * has written nothing for a while. Stuck is who had a processor for half of that while, or had next to none of it and
 * waits for something else than a disk.
 */
class Starvation {
  readonly #pid: number | undefined;
  readonly #stalledMs: number;
  #usedMs = 0;

  constructor({ pid }: Pick<ChildProcess, 'pid'>, stalledMs: number) {
    this.#pid = pid;
    this.#stalledMs = stalledMs;
  }

  /** It has written something. */
  wrote(): void {
    this.#usedMs = this.#use()?.usedMs ?? 0;
  }

  isStarved(): boolean {
    const use = this.#use();
    if (!use) return false;
    const share = (use.usedMs - this.#usedMs) / this.#stalledMs;
    this.#usedMs = use.usedMs;
    return share < 0.5 && (use.isReady || share > WAITING_SHARE);
  }

  #use(): ReturnType<typeof processorUse> {
    return this.#pid === undefined ? undefined : processorUse(this.#pid);
  }
}

/** How long a decoder may take, and what stops it earlier. */
export interface DecoderLimits {
  /**
   * Milliseconds. A decoder that writes nothing for this long, although it could have had a processor, is caught in a
   * loop by a damaged file, or waits for something that never comes.
   */
  readonly stalledMs: number;
  /** For the whole file, even if it keeps writing. */
  readonly totalMs: number;
}

/** A file that takes longer to decode counts as long: from then on, short ones go first. */
const LONG_DECODING_MS = 1_000;

/**
 * Waits until a decoder's process has ended. It is killed when the signal aborts, its spool stops growing, its time is
 * up, or it exceeds its memory. Throws the signal's reason, or DecodeError if anything else killed it: what it has
 * written is not the whole recording.
 */
export async function runDecoder(
  child: ChildProcess,
  spoolPath: string,
  { stalledMs, totalMs }: DecoderLimits,
  signal: AbortSignal,
): Promise<void> {
  let problem: DecodeError | undefined;
  const kill = (reason?: DecodeError) => {
    problem ??= reason;
    child.kill('SIGKILL');
  };
  using _abort = addAbortListener(signal, () => kill());
  const total = setTimeout(() => kill(tooLong()), totalMs);
  const lowered = setTimeout(() => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      lowerSystemPriority(child.pid);
  }, LONG_DECODING_MS);
  let size = -1;
  const starvation = new Starvation(child, stalledMs);
  const growth = setInterval(() => {
    const now = statSync(spoolPath, { throwIfNoEntry: false })?.size ?? 0;
    if (now !== size) starvation.wrote();
    else if (!starvation.isStarved()) kill(stalled());
    size = now;
  }, stalledMs);
  using _memory = guardMemory(child, kill);
  try {
    const killedBy = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', () => reject(new DecodeError(say('decoderNotStarted'))));
      child.once('close', (_code, name) => resolve(name));
    });
    signal.throwIfAborted();
    if (problem) throw problem;
    if (killedBy !== null) throw new DecodeError(say('decoderEnded'));
  } finally {
    clearTimeout(total);
    clearTimeout(lowered);
    clearInterval(growth);
  }
}

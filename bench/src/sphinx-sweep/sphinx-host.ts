import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Utterance } from './corpus.ts';

const engines = join(import.meta.dirname, '..', '..', '..', 'packages', 'core', 'src', 'engines');
const model = '/usr/share/pocketsphinx/model/en-us';
const libraries = '/usr/lib/x86_64-linux-gnu';
const installation = {
  pocketsphinx: `${libraries}/libpocketsphinx.so.3`,
  sphinxbase: `${libraries}/libsphinxbase.so.3`,
  acousticModel: `${model}/en-us`,
  languageModel: `${model}/en-us.lm.bin`,
  dictionary: `${model}/cmudict-en-us.dict`,
};
/** Linux counts a process's time in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** What was recognised, and the processor time it took: on a shared machine, elapsed time says nothing. */
export interface SphinxResult {
  readonly text: string;
  readonly cpuSeconds: number;
}

/** The product's own engine host with PocketSphinx in it, and options beside ours. */
export class SphinxHost {
  readonly #child: ChildProcess;
  #jobs = 0;

  constructor(settings: Readonly<Record<string, string>>) {
    const url = new URL(`file://${join(engines, 'pocketsphinx', 'recognizer.ts')}`).href;
    const config = JSON.stringify({ ...installation, settings });
    this.#child = fork(join(engines, 'host', 'host-main.ts'), [url, config], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
  }

  transcribe({ spool, seconds }: Utterance): Promise<SphinxResult> {
    const id = ++this.#jobs;
    const request = {
      model: 'pocketsphinx-en-us',
      language: 'en',
      spoolPath: spool,
      vocabulary: [],
      durationSeconds: seconds,
      threads: 1,
    };
    return new Promise((resolve, reject) => {
      let begun = 0;
      const listen = (message: HostMessage) => {
        if (message.type === 'loaded') begun = this.#cpuSeconds();
        if (message.type !== 'result' && message.type !== 'failure') return;
        this.#child.off('message', listen);
        const isBroken = message.type === 'failure' && message.code !== 'NO_SPEECH';
        if (isBroken) reject(new Error(`${message.code}: ${message.message}`));
        else resolve({ text: message.result?.text ?? '', cpuSeconds: this.#cpuSeconds() - begun });
      };
      this.#child.on('message', listen);
      this.#child.send({ type: 'recognize', id, request });
    });
  }

  async end(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }

  /** User and system time of all its threads (proc(5): fields 14 and 15, counted after the name in parentheses). */
  #cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  }
}

interface HostMessage {
  readonly type: string;
  readonly result?: { readonly text: string };
  readonly code?: string;
  readonly message?: string;
}

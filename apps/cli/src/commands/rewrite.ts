import { addAbortSignal } from 'node:stream';
import { QuothError } from '@quoth/client';
import { limits, type PostProcessBody, type PostProcessed, presets } from '@quoth/contract';
import { Option } from 'commander';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { isTerminal } from '../terminal/ask.ts';
import { modeNamed } from '../terminal/choices.ts';
import { printResult } from '../terminal/print.ts';
import { firstSentence } from '../transcribing/rewriting.ts';

interface Flags {
  readonly preset?: PostProcessBody['preset'];
  readonly prompt?: string;
  readonly mode?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly json?: boolean;
}

/**
 * `quoth rewrite [TEXT|-]`: a text through a language model. What could not be rewritten is printed as it is, with exit
 * code 1.
 */
export const rewrite: Register = (command, environment) => {
  command
    .argument('[text]', 'the text; without it, or with "-", standard input is read')
    .addOption(new Option('--preset <preset>', 'how to rewrite').choices(presets))
    .option('--prompt <prompt>', 'what to do with the text, in plain words')
    .option('--mode <mode>', 'name or id of a mode')
    .option('--provider <id>', 'such as openai, anthropic or ollama')
    .option('--model <id>', 'one of its models')
    .addHelpText(
      'after',
      '\nExamples:\n  quoth rewrite "um so the the meeting is on monday"\n  quoth transcribe memo.wav | quoth rewrite --preset email\n  quoth rewrite - --prompt "Translate into French." < letter.txt',
    )
    .action(async (written: string | undefined, flags: Flags) => {
      const text = written === undefined || written === '-' ? await standardInput(environment) : written;
      const client = await environment.openOrStart();
      const { preset, prompt, provider, model } = flags;
      const body = await client.postProcess({
        body: {
          text,
          ...(flags.mode === undefined ? {} : { mode_id: (await modeNamed(client, flags.mode)).id }),
          ...(preset === undefined ? {} : { preset }),
          ...(prompt === undefined ? {} : { prompt }),
          ...(provider === undefined ? {} : { provider }),
          ...(model === undefined ? {} : { model }),
        },
        signal: environment.signal,
      });
      printResult(environment, flags.json, body, () => body.text);
      if (!body.post_processed) throw notRewritten(body.warning);
    });
};

function notRewritten(warning: PostProcessed['warning']): QuothError {
  const fix =
    warning?.code === 'MISSING_API_KEY'
      ? 'To fix it: quoth providers set-key openai   (or your own server: quoth providers add-endpoint ollama)'
      : 'To see who can be asked: quoth providers list';
  return new QuothError(warning?.code ?? 'INTERNAL_ERROR', {
    message: `Not rewritten: ${firstSentence(warning?.message ?? 'The text is unchanged.')}`,
    hint: `The text was printed unchanged. ${fix}`,
  });
}

async function standardInput({ pipes, stderr, signal }: CliEnvironment): Promise<string> {
  if (!pipes) throw new UsageError('Give the text: quoth rewrite "some text".');
  if (isTerminal(pipes.stdin)) stderr.write('Type or paste the text, then press Ctrl-D on a new line.\n');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, pipes.stdin)) {
    bytes += (chunk as Buffer).length;
    // Letters beyond ASCII take up to four bytes; the application counts what is left exactly.
    if (bytes > 4 * limits.textCharacters)
      throw new UsageError(`A text has at most ${limits.textCharacters} characters.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

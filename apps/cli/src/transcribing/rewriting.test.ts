import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import type { CliEnvironment } from '../environment.ts';
import { RewritingReport } from './rewriting.ts';

const speech =
  'The speech may not be English. Parakeet supports this language: quoth models download parakeet';
const raw = 'No language model is set up. Set a key ("quoth providers set-key openai").';
const warning = { code: 'LANGUAGE_MISMATCH', message: `${speech}\n${raw}` } as const;

test('speech that was not understood and rewriting that did not happen each have their own message, the second as often as it should be', () => {
  const dataFolder = temporaryFolder();
  const reported = (mode: Partial<Mode>, named: boolean) => {
    const written: string[] = [];
    const environment = {
      config: { dataFolder },
      stderr: { write: (text: string) => written.push(text) },
    } as unknown as CliEnvironment;
    const wanted = {
      mode: { postProcessingProvider: null, ...mode } as Mode,
      request: { post_process: true },
      named,
      asked: 'as the mode would',
    } as const;
    new RewritingReport(environment, wanted).tell({ warning, post_processed: false });
    return written.join('');
  };
  const fresh = { isDefault: true, isSystemProvided: true, preset: 'hyper' } as const;
  assert.match(
    reported(fresh, false),
    /^Warning: The speech .*parakeet\nNot rewritten, as the mode would: no language model is set up\. .*\(this is said once\)\n$/,
  );
  assert.equal(reported(fresh, false), `Warning: ${speech}\n`);
  const fix = /^Warning: The speech .*parakeet\nNot rewritten, .*\nTo fix it: quoth providers set-key openai/;
  assert.match(reported(fresh, true), fix);
  assert.match(reported({ ...fresh, preset: 'email' }, false), fix);
});

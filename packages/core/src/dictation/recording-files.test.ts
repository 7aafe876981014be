import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WavFile } from '@quoth/audio';
import { systemCode } from '@quoth/contract';
import { RecordedSound } from './recording-files.ts';

/** No one else can mount a disk of its own. */
const needsRoot = { skip: process.geteuid?.() === 0 ? false : 'needs root' };

test(
  'a block of which the disk takes only a part counts as a failure, and is not announced as spooled',
  needsRoot,
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'quoth-sound-'));
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    context.after(() => {
      execFileSync('umount', [disk]);
      rmSync(folder, { recursive: true, force: true });
    });
    const spoolPath = join(disk, 'spool');
    const path = join(folder, 'a.wav');
    const ends: number[] = [];
    const failures: unknown[] = [];
    const sound = new RecordedSound({
      begin: async () => ({ path, wav: await WavFile.create(path) }),
      live: {
        spoolPath,
        chunks: { cut: () => undefined, end: (samples: number) => void ends.push(samples) },
        splitter: { push: () => undefined },
      } as never,
      onFailure: () => failures.push(systemCode(sound.diskError)),
    });
    // 100 kB at once: the system writes what fits, says how much that was, and reports no error.
    sound.take(new Int16Array(50_000), []);
    await sound.finish();
    assert(statSync(spoolPath).size < 100_000);
    assert.deepEqual([failures, ends], [['ENOSPC'], [0]]);
  },
);

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { vendorList } from '@quoth/vendors';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'providers.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('https://'));

test('the page of the providers says of each vendor that transcribes what its adapter says', () => {
  const transcribers = vendorList.filter(({ speech }) => speech);
  assert.equal(rows.length, transcribers.length);
  for (const { id, displayName, speech, keysPage } of transcribers) {
    assert(speech);
    const [, name, code, models, upload, keys] =
      rows
        .find((row) => row.includes(`\`${id}\``))
        ?.split('|')
        .map((cell) => cell.trim()) ?? [];
    assert.deepEqual([name, code, keys], [displayName, `\`${id}\``, keysPage]);
    assert.deepEqual(
      models?.split(', '),
      speech.models.map((model) => (model.id === speech.defaultModel ? `**${model.id}**` : model.id)),
    );
    const [size, length] = upload?.split(', ') ?? [];
    const bytes = Number.parseFloat(size ?? '') * (size?.endsWith('GB') ? 1e9 : 1e6);
    assert(Math.abs(bytes - speech.maxBytes) <= 1e6, `${id}: ${size}`);
    const seconds = Number.parseFloat(length ?? '') * (length?.endsWith('h') ? 3_600 : 60);
    assert.equal(Number.isNaN(seconds) ? null : seconds, speech.maxSeconds, id);
  }
});

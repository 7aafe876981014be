import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorFacts, errorTable, hintFor, hintForWindow } from '@quoth/contract';

test('no hint names a route, a header or a JSON field to who came by the command line [HINT-AUDIENCE]', () => {
  const table: Readonly<Record<string, ErrorFacts>> = errorTable;
  // What only a program at the API can meet.
  const protocol = ['UNAUTHORIZED', 'FORBIDDEN_ORIGIN', 'FORBIDDEN_SCOPE', 'METHOD_NOT_ALLOWED'];
  let checked = 0;
  for (const [code, { hint }] of Object.entries(table)) {
    if (hint === undefined || protocol.includes(code)) continue;
    checked++;
    assert.equal(hintFor(hint, 'api'), hint);
    assert.doesNotMatch(
      hintFor(hint, 'command-line'),
      /\b(GET|POST|PATCH) \/|"async"|Retry-After|upload/,
      code,
    );
    assert.doesNotMatch(hintFor(hint, 'agent'), /\b(GET|POST|PATCH) \/|"async"|Retry-After|upload/, code);
  }
  assert(checked > 10, `${checked} hints`);
  const { hint: file } = errorTable.FILE_NOT_ALLOWED;
  assert.equal(
    hintFor(file, 'command-line'),
    'Move the file into your home folder, or allow its folder: quoth settings set allowedFolders FOLDER.',
  );
  assert.equal(
    hintForWindow(file),
    'Move the file into your home folder, or allow its folder under Settings, Local API.',
  );
  assert.equal(
    hintFor('Choose another one: GET /models lists them.', 'command-line'),
    'Choose another one: "quoth models list" lists them.',
  );
});

test('no hint names a command, a route or a field to who looks at the window [HINT-AUDIENCE]', () => {
  const table: Readonly<Record<string, ErrorFacts>> = errorTable;
  const protocol = ['UNAUTHORIZED', 'FORBIDDEN_ORIGIN', 'FORBIDDEN_SCOPE', 'METHOD_NOT_ALLOWED'];
  const written = [
    'Set one in the settings under Providers, or with: quoth providers set-key deepgram. Get one at https://x.example.',
    'Set a valid key in the settings under Providers, or with: quoth providers set-key <a|b>. "auto" uses the best model on this machine instead.',
    'Download it with: quoth models download parakeet-110m',
    'Free some space, then run: quoth models resume x. To delete the partial file: quoth models cancel x.',
    'Choose another provider: "quoth providers list" lists them.',
    'Run: quoth models download whisper-small-q4_k_m',
    '"quoth models languages" lists the languages that speech models support.',
    'It supports aa, bb and 9 more ("quoth models languages" lists them). Omit the model, or choose another one: GET /models lists them.',
    'Start a keyring service. Or, if a file that only you can read is safe enough: quoth settings set keyStorage file, then try again.',
    'It may be muted, or another program may have it. "quoth record --list-devices" shows the others.',
    'Move the file into your home folder, allow its folder in the settings, or upload its bytes instead of its path.',
    'No language model is set up. Set a key ("quoth providers set-key openai"), or add a server of your own ("quoth providers add-endpoint ollama").',
    'Start Ollama or LM Studio and add it: "quoth providers add-endpoint ollama".',
    'OpenAI rejected its API key (401). Set another one: Settings, Providers, or "quoth providers set-key".',
    'Ask whoever runs it for more credit; "quoth providers balance x" shows what is left.',
  ];
  const hints = Object.entries(table)
    .filter(([code, { hint }]) => hint !== undefined && !protocol.includes(code))
    .map(([, { hint }]) => hint ?? '');
  for (const hint of [...hints, ...written])
    assert.doesNotMatch(
      hintForWindow(hint),
      /\b(GET|POST|PATCH) \/|"async"|Retry-After|upload|\bquoth (?!doctor)|\.\.|Mb\b/,
      hint,
    );
  assert.equal(
    hintForWindow(written[0] ?? ''),
    'Set one under Settings, API keys. Get one at https://x.example.',
  );
  assert.equal(hintForWindow(written[2] ?? ''), 'Download it under Models.');
});

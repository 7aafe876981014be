import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  openAiTranscriptionFields,
  openAiTranslationFields,
  realtimeSession,
  realtimeTranscription,
  realtimeTurnDetection,
} from '@quoth/contract';

// Each field that OpenAI's newest client declares does something here, or docs/api/openai-dialect.md says that it does not.

const root = join(import.meta.dirname, '..', '..', '..');
const client = dirname(createRequire(import.meta.url).resolve('openai'));
const page = readFileSync(join(root, 'docs', 'api', 'openai-dialect.md'), 'utf8');
const [, withoutEffect = ''] = /## Fields without effect\n([\s\S]*?)\n## /.exec(page) ?? [];

/** The fields of an interface in the client's declarations, without those of what is nested in it. */
function declared(file: string, name: string): string[] {
  const source = readFileSync(join(client, 'resources', file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const start = new RegExp(`^( *)(?:export )?interface ${name}\\b`, 'm').exec(source);
  assert(start, `${name} in ${file}`);
  const indent = `${start[1]}    `;
  const fields: string[] = [];
  for (const line of source.slice(start.index).split('\n').slice(1)) {
    if (line === `${start[1]}}`) break;
    const field = line.startsWith(indent) ? /^(\w+)\??:/.exec(line.slice(indent.length))?.[1] : undefined;
    if (field !== undefined) fields.push(field);
  }
  assert(fields.length > 0, `${name} has fields`);
  return fields;
}

const session = realtimeSession.shape;
const input = session.audio.unwrap().shape.input.unwrap().shape;
const cases: readonly [file: string, name: string, read: object, always?: readonly string[]][] = [
  ['audio/transcriptions.d.ts', 'TranscriptionCreateParamsBase', openAiTranscriptionFields.shape, ['file']],
  ['audio/translations.d.ts', 'TranslationCreateParams', openAiTranslationFields.shape, ['file']],
  ['realtime/realtime.d.ts', 'RealtimeTranscriptionSessionCreateRequest', session],
  ['realtime/realtime.d.ts', 'RealtimeTranscriptionSessionAudioInput', input],
  ['realtime/realtime.d.ts', 'AudioTranscription', realtimeTranscription.shape],
  ['realtime/realtime.d.ts', 'ServerVad', realtimeTurnDetection.shape],
  ['realtime/realtime.d.ts', 'SemanticVad', realtimeTurnDetection.shape],
  ['realtime/realtime.d.ts', 'NoiseReduction', {}],
];

for (const [file, name, read, always = []] of cases) {
  test(`every field of ${name} is read, or documented as without effect`, () => {
    const isKnown = (field: string) =>
      field in read || always.includes(field) || new RegExp(`\`${field}(\\[\\])?\``).test(withoutEffect);
    assert.deepEqual(
      declared(file, name).filter((field) => !isKnown(field)),
      [],
    );
  });
}

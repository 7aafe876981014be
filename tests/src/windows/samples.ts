import { cpSync, globSync, mkdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { quothJson, root, userFolder, windowsPath } from './machine.ts';

const folder = join(root, 'packages', 'audio', 'src', 'fixtures', 'sentences');

/** Spoken sentences that the test model knows. */
export const sentences = globSync('*.wav', { cwd: folder })
  .sort()
  .map((name) => join(folder, name));
export const SENTENCE = join(folder, '02-please-send-the-email.wav');
/** As far as both an included model and that of the tests write it. */
export const TEXT = /please send the email to ann/i;
export const MODEL = join(root, 'packages', 'core', 'src', 'models', 'fixtures', 'quoth-test-en.gguf');

/**
 * Imports the test model, unless another part of the run has, and has every mode use it: it knows these sentences to
 * the letter.
 */
export async function haveModel(): Promise<void> {
  const { models } = await quothJson<{ models: { id: string; installed: boolean }[] }>('models', 'list');
  if (!models.some(({ id, installed }) => installed && id === 'quoth-test-en'))
    await quothJson('models', 'import', put('quoth-test-en', MODEL).there);
  const { modes } = await quothJson<{ modes: { name: string }[] }>('modes', 'list');
  for (const { name } of modes) await quothJson('modes', 'edit', name, '--model', 'quoth-test-en');
}

const WORDS = 'please send the email to anna tomorrow morning'.split(' ');

/** Whether most of that sentence was heard: on a busy machine the sound of a virtual microphone has gaps. */
export function isHeard(text: string | null | undefined): boolean {
  const words = (text ?? '').toLowerCase().split(/\W+/);
  return WORDS.filter((word) => words.includes(word)).length >= 5;
}

/**
 * A file of the user's, in the home folder of Windows (Wine's "Documents" is a link, which Node cannot look at there):
 * where it is for this system, and for Windows.
 */
export function put(name: string, from: string): { readonly here: string; readonly there: string } {
  const here = join(userFolder, 'Recordings', `${name}${extname(from)}`);
  mkdirSync(dirname(here), { recursive: true });
  cpSync(from, here);
  return { here, there: windowsPath(here) };
}

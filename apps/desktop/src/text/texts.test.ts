import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, reworded, type Settings, say, withAdvice } from '@quoth/contract';
import { TestEvents } from '@quoth/core/fixtures/test-events.ts';
import { desktopLanguages, entryLines, Texts } from './texts.ts';

/** Texts over settings that a test changes. */
function follow(preferred: readonly string[]) {
  let language: Settings['language'] = 'system';
  const events = new TestEvents();
  const texts = new Texts({
    settings: () => ({ language }),
    events,
    preferred,
  });
  const choose = async (chosen: Settings['language']) => {
    const changed = new Promise<void>((resolve) => texts.onChange(resolve));
    language = chosen;
    events.publish({ type: 'settings-changed', keys: ['language'] });
    await changed;
  };
  return { texts, choose };
}

test('the texts are in the desktop’s language until another one is chosen, which counts at once', async () => {
  const { texts, choose } = follow(['de-DE']);
  assert.equal(texts.current.tray.quit, 'Quit', 'not read yet');
  await texts.follow();
  assert.equal(texts.current.tray.quit, 'Beenden');
  const problem = withAdvice({}, { message: [say('diskFull')] });
  assert.equal(texts.translate(reworded('window', problem)).message, 'Der Datenträger ist voll.');
  await choose('en');
  assert.equal(texts.current.tray.quit, 'Quit');
  assert.equal(texts.translate(problem), problem);
  await choose('system');
  assert.equal(texts.current.tray.quit, 'Beenden');
});

test('a listener hears only of changes', async () => {
  const { texts } = follow(['it-CH', 'en']);
  texts.onChange(() => assert.fail());
  await texts.follow();
});

test('on Linux the languages are those of the environment, as gettext reads them', () => {
  const rows: readonly [Record<string, string>, readonly string[]][] = [
    [{ LANG: 'de_AT.UTF-8' }, ['de-AT']],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'fr_FR@euro' }, ['fr-FR']],
    [{ LANG: 'en_US.UTF-8', LANGUAGE: 'pt_BR:pt:en' }, ['pt-BR', 'pt', 'en', 'en-US']],
    [{ LC_ALL: 'C.UTF-8', LANG: 'de_DE.UTF-8', LANGUAGE: 'de' }, []],
    [{ LANG: 'POSIX' }, []],
    [{}, []],
  ];
  for (const [env, wanted] of rows) assert.deepEqual(desktopLanguages('linux', env), wanted);
  assert.equal(desktopLanguages('darwin', {}).length, 1);
});

test('a desktop entry has its texts in every language, English without a tag', async () => {
  const lines = await entryLines('Comment', 'autostart');
  assert.equal(lines[0], 'Comment=Dictation, ready for its keys');
  assert.ok(lines.includes('Comment[de]=Diktat, bereit für seine Tastenkürzel'));
  assert.equal(lines.length, languages.length);
  assert.ok(lines.every((line) => /^Comment(\[[a-z]{2}(_[A-Z]{2})?\])?=/.test(line)));
  // Each keyword ends with a semicolon: https://specifications.freedesktop.org/desktop-entry-spec
  for (const line of await entryLines('Keywords', 'keywords')) assert.match(line, /;$/);
});

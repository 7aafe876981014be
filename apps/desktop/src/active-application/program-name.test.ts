import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { programName } from './program-name.ts';

test('a program is called what its menu entry says, in the language of its user, else its own name in writing', async () => {
  const home = temporaryFolder();
  const folder = join(home, '.local', 'share', 'applications');
  mkdirSync(folder, { recursive: true });
  const entry =
    '[Other]\nName=No\n[Desktop Entry]\nName=Text Editor\nExec=/usr/bin/example-editor %U\nName[pt_BR]=Editor de texto\n[Desktop Action new]\nName=New\n';
  writeFileSync(join(folder, 'org.example.editor.desktop'), entry);
  writeFileSync(join(home, 'outside.desktop'), entry);
  const base = {
    platform: 'linux',
    env: { XDG_DATA_DIRS: join(home, 'none') },
    home,
    language: 'en',
  } as const;
  const name = (program: string, more = {}) => programName(program, { ...base, ...more });
  assert.equal(await name('org.example.editor'), 'Text Editor');
  assert.equal(await name('org.example.Editor'), 'Text Editor');
  assert.equal(await name('example-editor'), 'Text Editor');
  assert.equal(await name('org.example.editor', { language: 'pt-BR' }), 'Editor de texto');
  assert.equal(await name('org.example.editor', { language: 'de' }), 'Text Editor');
  assert.equal(await name('org.example.editor', { platform: 'darwin' }), 'Editor');
  assert.equal(await name('../../../outside'), '../../../outside');
  assert.equal(await name('gnome-terminal'), 'Gnome terminal');
  assert.equal(await name('notepad.exe', { platform: 'win32' }), 'Notepad');
  assert.equal(await name('Thunderbird'), 'Thunderbird');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examplePath } from './system.ts';
import { catalog as de } from './text/de.ts';
import { en } from './text/en.ts';
import { catalog as es } from './text/es.ts';
import { catalog as fr } from './text/fr.ts';
import { catalog as ja } from './text/ja.ts';
import { catalog as ptBR } from './text/pt-BR.ts';

const agents = {
  linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
};

test('an example of a path is written as the system writes paths', () => {
  const path = '/home/me/Downloads/model.gguf';
  assert.equal(examplePath(path, agents.linux), path);
  assert.equal(examplePath(path, agents.mac), '/Users/me/Downloads/model.gguf');
  assert.equal(examplePath(path, agents.windows), 'C:\\Users\\me\\Downloads\\model.gguf');
});

test('the examples of every language are written so', () => {
  for (const { localApi, models } of [en, de, es, fr, ja, ptBR])
    for (const path of [localApi.folderPlaceholder, models.pathPlaceholder])
      assert.match(examplePath(path, agents.windows), /^C:\\Users(\\[^/\\]+){2,}$/);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name?: string };
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * The licence's text of an npm package: its own files, or the standard text of the licence that its manifest names.
 * Throws where neither exists.
 */
export function licenceText(folder: string): string {
  const files = globSync('{LICENSE,LICENCE,License,license,COPYING}*', { cwd: folder, withFileTypes: true })
    .concat(globSync('licenses/*', { cwd: folder, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (files.length > 0) return files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n');
  const { name, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
  if (license === 'MIT') return `Copyright (c) ${holder}\n\n${MIT}`;
  if (license === 'Apache-2.0')
    return `Copyright ${holder}\n\n${readFileSync(join(import.meta.dirname, '..', 'LICENSE'), 'utf8').trim()}`;
  throw new Error(`${name} comes without the text of its licence (${license}).`);
}

/** The folders below node_modules that files of a bundle come from, sorted, each once. */
export function packageFolders(inputs: readonly string[]): string[] {
  const folders = inputs.flatMap((path) => {
    const found = /^(?:.*?\/)??(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(
      path.replaceAll('\\', '/'),
    );
    return found?.[1] ?? [];
  });
  return [...new Set(folders)].sort();
}

/** Name, version and licence of every package that files of a bundle come from; their paths are relative to `root`. */
export function bundleNotices(root: string, inputs: readonly string[]): string {
  const texts = packageFolders(inputs).map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as Manifest;
    return `${name} ${version} (${license})\n\n${licenceText(join(root, folder))}\n`;
  });
  return `Quoth is licensed under Apache-2.0 (see LICENSE). This package has these others inside.\n\n${texts.join('\n---\n\n')}`;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
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
    const [file] = globSync('{LICENSE,LICENCE,license,COPYING}*', { cwd: join(root, folder) }).sort();
    const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `Quoth is licensed under Apache-2.0 (see LICENSE). This package has these others inside.\n\n${texts.join('\n---\n\n')}`;
}

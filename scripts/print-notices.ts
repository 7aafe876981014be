import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { includedModels } from './included-models.ts';
import { isPermissive } from './is-permissive.ts';

// Prints THIRD-PARTY-NOTICES.md: every package of the lockfile and every speech model that comes with the application, its licence and its text.
// With --check it only tells whether the file on disk is up to date.
const root = join(import.meta.dirname, '..');
const target = join(root, 'THIRD-PARTY-NOTICES.md');

/** Looked at one by one. codec-parser: used unmodified and as a module of its own, which the LGPL allows to be replaced. */
const LOOKED_AT = new Set(['codec-parser']);

/** Told in an old field of the package, which the lockfile does not repeat; their licence's text says the same. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { x11: 'MIT' };

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly os?: readonly string[];
}

interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

const text = printed(notices());
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  console.error('THIRD-PARTY-NOTICES.md is out of date: run "npm run notices" and commit the result.');
  process.exit(1);
}

function notices(): Notice[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const found = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, locked]) => noticeOf(path, locked));
  const refused = found.filter(({ name, license }) => !LOOKED_AT.has(name) && !isPermissive(license));
  if (refused.length > 0) {
    console.error(
      `Licences that need a look: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}.`,
    );
    process.exit(1);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function noticeOf(path: string, { version = '', license: reported, os }: LockedPackage): Notice {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const license = reported ?? STATED_ELSEWHERE[name] ?? 'unknown';
  // Packages of one platform are installed only there: their text would make the file differ from machine to machine.
  const [file] = os ? [] : globSync('{LICENSE,LICENCE,license,COPYING}*', { cwd: join(root, path) }).sort();
  return { name, version, license, text: file ? readFileSync(join(root, path, file), 'utf8').trim() : '' };
}

function printed(list: readonly Notice[]): string {
  const lines = [
    '# Third-party notices',
    '',
    'Quoth is licensed under Apache-2.0 (see LICENSE). It comes with these models and packages; this file is printed by `npm run notices`.',
    '',
    '| model | by | licence |',
    '|---|---|---|',
    ...includedModels.map(({ name, owner, license }) => `| ${name} | ${owner} | ${license} |`),
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...list.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    '',
  ];
  const texts = [
    ...includedModels.map(({ name, text: licenseText }) => ({ title: name, licenseText })),
    ...list.map(({ name, version, text: licenseText }) => ({ title: `${name} ${version}`, licenseText })),
  ];
  for (const { title, licenseText } of texts) {
    if (licenseText !== '')
      lines.push(`## ${title}`, '', '```', licenseText.replaceAll('```', "'''"), '```', '');
  }
  return lines.join('\n');
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isPermissive } from '../is-permissive.ts';
import { type Build, makeReproducible, root, writeText } from './contents.ts';
import { npmPack } from './npm.ts';

// A speech model as a package of its own: the file, its facts and its licence. The application finds it in
// /usr/share/quoth/models, or beside its own npm package.

/**
 * Makes `quoth-model-NAME` as a deb and for npm, and gives their paths. Throws where the file is no model or states no
 * licence that allows it to be passed on.
 */
export async function makeModelPackages(build: Build, file: string): Promise<string[]> {
  // Core's own reader; its package offers what an application needs, and no header.
  const reader: string = join(root, 'packages/core/src/models/gguf-header.ts');
  const { readGgufHeader } = (await import(reader)) as { readGgufHeader(path: string): Promise<Header> };
  const header = await readGgufHeader(file);
  const licence = header.licence ?? '';
  if (!isPermissive(spdx(licence)))
    throw new Error(
      `${file} states the licence "${licence || 'none'}": a package may carry only models whose licence allows passing them on.`,
    );
  const model = basename(file).toLowerCase();
  const name = `quoth-model-${model
    .replace(/\.gguf$/, '')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')}`;
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  const facts = {
    name: header.name ?? model,
    architecture: header.architecture,
    parameters: header.parameters,
    languages: header.languages,
    licence: spdx(licence),
    size_bytes: statSync(file).size,
    sha256,
  };
  const made = [makeDeb(build, name, model, file, facts), makeNpm(build, name, model, file, facts)];
  return made;
}

interface Header {
  readonly architecture: string;
  readonly name?: string | null;
  readonly licence?: string | null;
  readonly parameters: string | null;
  readonly languages: readonly string[];
}

type Facts = Readonly<Record<string, unknown>> & { readonly name: string; readonly licence: string };

/** Model files write licences in small letters, and CC-BY without its place among permissive ones for code. */
function spdx(licence: string): string {
  const known = ['MIT', 'Apache-2.0', 'CC0-1.0', 'BSD-3-Clause', 'BSD-2-Clause'];
  return known.find((one) => one.toLowerCase() === licence.toLowerCase()) ?? licence;
}

function makeDeb(
  { work, out, version, epoch }: Build,
  name: string,
  model: string,
  file: string,
  facts: Facts,
) {
  const tree = join(work, `${name}-deb`);
  const models = join(tree, 'usr', 'share', 'quoth', 'models');
  mkdirSync(models, { recursive: true });
  copyFileSync(file, join(models, model));
  const documents = join(tree, 'usr', 'share', 'doc', name);
  writeText(join(documents, 'model.json'), `${JSON.stringify(facts, null, 2)}\n`);
  writeText(
    join(documents, 'copyright'),
    `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: the authors of ${facts.name}\nLicense: ${facts.licence}\n The model's file states this licence.\n`,
  );
  const control = [
    `Package: ${name}`,
    `Version: ${version}`,
    'Architecture: all',
    'Maintainer: The Quoth contributors <packages@quoth.invalid>',
    `Installed-Size: ${Math.ceil(statSync(file).size / 1024) + 8}`,
    'Enhances: quoth',
    'Section: sound',
    'Priority: optional',
    `Description: speech model ${facts.name} for Quoth`,
    ' Quoth finds this model by itself, and "auto" takes it where it is the best',
    ' one for the language and the machine.',
    '',
  ].join('\n');
  writeText(join(tree, 'DEBIAN', 'control'), control);
  makeReproducible(tree, epoch);
  const target = join(out, `${name}_${version}_all.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--threads-max=2', '--build', tree, target], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return target;
}

function makeNpm({ work, out, version }: Build, name: string, model: string, file: string, facts: Facts) {
  const folder = join(work, `${name}-npm`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(file, join(folder, model));
  const manifest = {
    name,
    version,
    description: `Speech model ${facts.name} for Quoth`,
    license: facts.licence,
    files: [model, 'model.json'],
  };
  writeText(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeText(join(folder, 'model.json'), `${JSON.stringify(facts, null, 2)}\n`);
  return npmPack(folder, out);
}

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPermissive } from '../is-permissive.ts';
import { type Build, type Part, type Product, root } from './contents.ts';

// What a package says of what it carries: Debian's copyright file with the licences' texts, and a list of parts that programs read.

/** codec-parser is LGPL: used unmodified and as a module of its own, which may be replaced. */
const lookedAt = new Set(['codec-parser']);

/** The licences of everything carried, in Debian's machine-readable form. Throws if one is not permissive. */
export function copyrightFile(product: Product, parts: readonly Part[]): string {
  const refused = parts.filter(({ name, license }) => !lookedAt.has(name) && !isPermissive(license));
  if (refused.length > 0)
    throw new Error(
      `Licences that need a look: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`,
    );
  const stanzas = parts.map(({ name, version, license }) =>
    [
      `Files: ${name === 'node' || name.startsWith('node-linux') ? 'bin/node' : `node_modules/${name}/*`}`,
      `Copyright: the authors of ${name} ${version}`,
      `License: ${license}-${name.replaceAll(/[^a-z0-9.-]+/gi, '-')}`,
      ' Its text is in licences.txt, beside this file.',
    ].join('\n'),
  );
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    `Upstream-Name: ${product}`,
    'Comment: JavaScript libraries named below are inside the files of dist, or lie in node_modules.',
    '',
    'Files: *',
    'Copyright: the Quoth contributors',
    'License: Apache-2.0',
    ' On Debian systems, the text of this licence is in',
    ' /usr/share/common-licenses/Apache-2.0; it also lies in LICENSE.',
    '',
    stanzas.join('\n\n'),
    '',
  ].join('\n');
}

/** The licence texts of everything carried. */
export function licencesFile(parts: readonly Part[]): string {
  return parts
    .map(({ name, version, license, folder }) => `${name} ${version} (${license})\n\n${textOf(folder)}\n`)
    .join('\n---\n\n');
}

function textOf(folder: string): string {
  const files = globSync('{LICENSE,LICENCE,License,license,COPYING}*', { cwd: folder, withFileTypes: true })
    .concat(globSync('licenses/*', { cwd: folder, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (files.length === 0) return 'The licence is stated in its package.json, without a text.';
  return files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n');
}

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
}

/** A CycloneDX 1.6 list of the parts; the same build gives the same bytes. https://cyclonedx.org/docs/1.6/json/ */
export function partsList(product: string, { version, epoch }: Build, parts: readonly Part[]): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const components = parts.map((part) => {
    const purl = `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`;
    const integrity = /^sha512-(.+)$/.exec(packages[`node_modules/${part.name}`]?.integrity ?? '')?.[1];
    return {
      type: 'library',
      'bom-ref': purl,
      name: part.name,
      version: part.version,
      purl,
      licenses: [{ expression: part.license.replaceAll(/^\(|\)$/g, '') }],
      ...(integrity && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }],
      }),
    };
  });
  const digest = createHash('sha256')
    .update(JSON.stringify([product, version, components]))
    .digest('hex');
  const serial = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `a${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': product,
        name: product,
        version,
        licenses: [{ expression: 'Apache-2.0' }],
      },
    },
    components,
  };
  return `${JSON.stringify(list, null, 1)}\n`;
}

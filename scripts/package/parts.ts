import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { licenceText } from '../bundle-notices.ts';
import { includedModels, sha256Of } from '../included-models.ts';
import { isPermissive } from '../is-permissive.ts';
import { type Build, type Part, type Product, root } from './contents.ts';

// What a package says of what it carries: Debian's copyright file with the licences' texts, and a list of parts that
// programs read.

/** codec-parser is LGPL: used unmodified and as a module of its own, which may be replaced. */
const lookedAt = new Set(['codec-parser']);

/**
 * What parts have inside that their manifests do not name. Those under the LGPL lie unmodified in files of their own,
 * which may be replaced; their sources are at the addresses.
 */
const contained: Readonly<
  Record<string, readonly (readonly [name: string, license: string, url: string])[]>
> = {
  'mpg123-decoder': [['mpg123', 'LGPL-2.1-only', 'https://github.com/eshaz/wasm-audio-decoders']],
  'opus-decoder': [['opus', 'BSD-3-Clause', 'https://opus-codec.org']],
  '@wasm-audio-decoders/flac': [['flac', 'BSD-3-Clause', 'https://xiph.org/flac']],
  '@wasm-audio-decoders/ogg-vorbis': [
    ['libogg', 'BSD-3-Clause', 'https://xiph.org/ogg'],
    ['libvorbis', 'BSD-3-Clause', 'https://xiph.org/vorbis'],
  ],
  '@mediabunny/flac-encoder': [['flac', 'BSD-3-Clause', 'https://xiph.org/flac']],
  'uiohook-napi': [['libuiohook', 'LGPL-3.0-or-later', 'https://github.com/SnosMe/uiohook-napi']],
  '@picovoice/pvrecorder-node': [['miniaudio', 'MIT-0', 'https://miniaud.io']],
};
const containedIn = ({ name }: Part) => [
  ...(contained[name] ?? []),
  ...(/^@napi-rs\/canvas-/.test(name) ? ([['skia', 'BSD-3-Clause', 'https://skia.org']] as const) : []),
];

/** The licences of everything carried, in Debian's machine-readable form. Throws if one is not permissive. */
export function copyrightFile(product: Product, parts: readonly Part[]): string {
  const refused = parts.filter(({ name, license }) => !lookedAt.has(name) && !isPermissive(license));
  if (refused.length > 0)
    throw new Error(
      `Licences that need a look: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`,
    );
  const stanzas = parts.map((part) => {
    const { name, version, license } = part;
    const inside = containedIn(part);
    return [
      `Files: ${isNode(name) ? 'bin/node' : `node_modules/${name}/*`}`,
      `Copyright: the authors of ${[`${name} ${version}`, ...inside.map(([one]) => one)].join(', ')}`,
      `License: ${[license, ...inside.map(([, one]) => one)].join(' and ')}`,
      ' Its text is in licences.txt, beside this file.',
      ...inside.map(([one, itsLicense, url]) => `Comment: ${one} (${itsLicense}) is inside: ${url}`),
    ];
  });
  const ofModels = modelsOf(product).map(({ file, name, owner, license }) => [
    `Files: packages/ear/models/${file}`,
    `Copyright: ${owner}`,
    `License: ${license}`,
    ` Its text is in licences.txt, beside this file; ${name} is a model.`,
  ]);
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
    [...ofModels, ...stanzas].map((lines) => lines.join('\n')).join('\n\n'),
    '',
  ].join('\n');
}

const isNode = (name: string) => /^node-(linux|win)-/.test(name);

const modelsOf = (product: string) => (product === 'quoth' ? includedModels : []);

/** The licence texts of everything carried. Debian has those of the LGPL, and this runs on Debian. */
export function licencesFile(product: Product, parts: readonly Part[]): string {
  const inside = parts.flatMap((part) => containedIn(part).map((one) => [part.name, ...one] as const));
  const texts = parts.map(
    ({ name, version, license, folder }) => `${name} ${version} (${license})\n\n${licenceText(folder)}\n`,
  );
  texts.unshift(...modelsOf(product).map(({ name, license, text }) => `${name} (${license})\n\n${text}\n`));
  for (const [name, inner, license, url] of inside)
    texts.push(
      `${inner} (${license}), inside ${name}: ${url}\n${license === 'BSD-3-Clause' ? `\nCopyright (c) the authors of ${inner}\n\n${BSD}\n` : ''}`,
    );
  for (const [license, files] of Object.entries(debianTexts))
    if (inside.some(([, , one]) => one === license))
      texts.push(...files.map((file) => readFileSync(join('/usr/share/common-licenses', file), 'utf8')));
  return texts.join('\n---\n\n');
}

const debianTexts = {
  'LGPL-2.1-only': ['LGPL-2.1'],
  'LGPL-3.0-or-later': ['LGPL-3', 'GPL-3'],
} as const;

const BSD = `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided with the distribution.
3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

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
    // A second version of a package lies below the one that needs it; parts for another processor were fetched to a
    // folder of their own.
    const at = part.folder.startsWith(`${root}/node_modules/`)
      ? relative(root, part.folder)
      : `node_modules/${part.name}`;
    const locked = packages[at];
    if (locked?.version !== part.version) throw new Error(`${purl} is not the one of the lockfile.`);
    const integrity = /^sha512-(.+)$/.exec(locked.integrity ?? '')?.[1];
    const inside = containedIn(part).map(([name, license, url]) => ({
      type: 'library',
      'bom-ref': `${purl}#${name}`,
      name,
      licenses: [{ license: { id: license } }],
      externalReferences: [{ type: 'website', url }],
    }));
    return {
      type: 'library',
      'bom-ref': purl,
      name: part.name,
      version: part.version,
      purl,
      // By this name lists of vulnerabilities know it.
      ...(isNode(part.name) && { cpe: `cpe:2.3:a:nodejs:node.js:${part.version}:*:*:*:*:*:*:*` }),
      licenses: [{ expression: part.license.replaceAll(/^\(|\)$/g, '') }],
      ...(integrity && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }],
      }),
      ...(inside.length > 0 && { components: inside }),
    };
  });
  const models = modelsOf(product).map((model) => ({
    type: 'machine-learning-model',
    'bom-ref': `model:${model.file}`,
    name: model.name,
    supplier: { name: model.owner },
    licenses: [{ license: { id: model.license } }],
    hashes: [{ alg: 'SHA-256', content: sha256Of(model) }],
  }));
  const digest = createHash('sha256')
    .update(JSON.stringify([product, version, components, models]))
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
    components: [...models, ...components],
  };
  return `${JSON.stringify(list, null, 1)}\n`;
}

import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleNotices } from './bundle-notices.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'apps', 'mcp');
const program = 'quoth-mcp.js';

/** The oldest Node whose features the bridge uses; clients run it with whatever Node the user has. */
const OLDEST_NODE = 20;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/**
 * Builds the MCP bridge as a package of its own: one JavaScript file that needs nothing beside Node (which runs no
 * TypeScript inside node_modules), with the licences of what is in it. The folder is emptied first. Gives the files
 * that went in, relative to the checkout.
 */
export async function buildMcpPackage(target: string): Promise<readonly string[]> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { metafile } = await build({
    entryPoints: [join(source, 'src', 'bin.ts')],
    outfile: join(target, program),
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${OLDEST_NODE}`,
    // jsonc-parser's other build loads its parts by names that a bundler does not see.
    mainFields: ['module', 'main'],
    banner: { js: '#!/usr/bin/env node' },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  chmodSync(join(target, program), 0o755);
  const { name, version, license } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  ) as Manifest;
  const manifest = {
    name,
    version,
    description: 'MCP bridge of Quoth: speech to text on your own machine, for agents',
    license,
    type: 'module',
    bin: { 'quoth-mcp': program },
    files: [program, 'THIRD-PARTY-NOTICES.txt', 'bom.cdx.json'],
    engines: { node: `>=${OLDEST_NODE}` },
    keywords: ['mcp', 'speech-to-text', 'transcription', 'dictation'],
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(target, 'THIRD-PARTY-NOTICES.txt'), bundleNotices(root, Object.keys(metafile.inputs)));
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  copyFileSync(join(source, 'README.md'), join(target, 'README.md'));
  return Object.keys(metafile.inputs);
}

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type Architecture,
  type Build,
  installedBytes,
  link,
  makeReproducible,
  nativeFiles,
  type Part,
  type Product,
  root,
  siteAddress,
  writeKind,
  writeText,
} from './contents.ts';
import { writeBusService, writeUserUnit } from './desktop-files.ts';
import { copyrightFile, licencesFile, partsList } from './parts.ts';

// The same program as a deb, an rpm and a tarball. dpkg-deb, rpmbuild and tar do the packing.

const debArchitectures: Readonly<Record<Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };
const rpmArchitectures: Readonly<Record<Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** Refused beyond these, in megabytes of 1,000,000 bytes. */
const budgets: Readonly<Record<Product, { readonly download: number; readonly installed: number }>> = {
  quoth: { download: 165, installed: 375 },
  'quoth-gateway': { download: 75, installed: 260 },
};

export interface Packed {
  readonly build: Build;
  readonly product: Product;
  readonly architecture: Architecture;
  /** The laid-out program, and the desktop's files where the product has them. */
  readonly program: string;
  readonly share: string | undefined;
  readonly parts: readonly Part[];
  /** The fastest compression instead of the smallest file: for trying packages out. */
  readonly quick: boolean;
}

/**
 * Packages of Debian that bring the libraries which native files ask for; null for our own. Anything else is an error.
 */
const libraries: Readonly<Record<string, string | null>> = {
  'libc.so.6': 'libc6 (>= 2.34)',
  'libdl.so.2': 'libc6 (>= 2.34)',
  'libm.so.6': 'libc6 (>= 2.34)',
  'libpthread.so.0': 'libc6 (>= 2.34)',
  'librt.so.1': 'libc6 (>= 2.34)',
  'ld-linux-x86-64.so.2': 'libc6 (>= 2.34)',
  'ld-linux-aarch64.so.1': 'libc6 (>= 2.34)',
  'libatomic.so.1': 'libatomic1',
  'libgcc_s.so.1': 'libgcc-s1',
  'libstdc++.so.6': 'libstdc++6 (>= 6)',
  'libvulkan.so.1': 'libvulkan1',
  'libgomp.so.1': 'libgomp1',
  'libggml.so': null,
  'libggml-base.so': null,
};
/** Loaded by a part that works without it: models run on the processor. */
const optionalLibraries = /^libvulkan/;

/** The newest version of a library that a native file may ask for; the packages' dependencies say the same. */
const newestVersions: Readonly<Record<string, string>> = { GLIBC: '2.34', GLIBCXX: '3.4.22' };

function neededLibraries(program: string): string[] {
  const needed = new Set<string>();
  for (const path of nativeFiles(program)) {
    // It reads files of every processor, as objdump does not.
    const read = execFileSync('readelf', ['--dynamic', '--version-info', '--wide', path], {
      encoding: 'utf8',
    });
    for (const [, name = ''] of read.matchAll(/\(NEEDED\)\s+Shared library: \[([^\]]+)\]/g)) needed.add(name);
    for (const [, library = '', version = ''] of read.matchAll(/Name: (GLIBC|GLIBCXX)_([\d.]+)/g))
      if (version.localeCompare(newestVersions[library] ?? '', 'en', { numeric: true }) > 0)
        throw new Error(`${path} needs ${library} ${version}, newer than the packages say.`);
  }
  return [...needed].sort();
}

function dependencies(product: Product, program: string) {
  const packages = neededLibraries(program).flatMap((name) => {
    const found = libraries[name];
    if (found === undefined) throw new Error(`A native file needs ${name}, which no package is named for.`);
    return found ?? [];
  });
  const all = [...new Set(packages)].sort();
  const isGateway = product === 'quoth-gateway';
  return {
    depends: [...all.filter((name) => !optionalLibraries.test(name)), ...(isGateway ? ['adduser'] : [])],
    recommends: [
      'ffmpeg',
      ...(isGateway ? ['ca-certificates'] : ['pulseaudio-utils']),
      ...all.filter((name) => optionalLibraries.test(name)),
    ],
    suggests: isGateway ? ['postgresql'] : ['chromium', 'gnome-keyring', 'wl-clipboard'],
  };
}

const descriptions: Readonly<Record<Product, readonly [string, string]>> = {
  quoth: [
    'dictation and transcription on your own machine',
    'Press a shortcut, speak, and the text appears at the cursor. Files become\n transcripts and captions. A local API, off until switched on, serves\n scripts and agents. Audio stays on this machine unless a cloud provider\n is set up and chosen.',
  ],
  'quoth-gateway': [
    'speech-to-text gateway for a team, with accounts and a ledger',
    'One account and one balance for many speech-to-text vendors, with\n failover between them. It serves desktops that run Quoth and any client of\n the usual transcription API, on Postgres or an embedded database.',
  ],
};

/** Lays out `/usr` as a system package has it. */
function writeSystemTree(tree: string, packed: Packed, kind: 'deb' | 'rpm'): string {
  const { build, product, program, share, parts } = packed;
  const installed = join(tree, 'usr', 'lib', product);
  mkdirSync(join(tree, 'usr', 'lib'), { recursive: true });
  cpSync(program, installed, { recursive: true, verbatimSymlinks: true, mode: 0 });
  writeKind(installed, kind);
  if (product === 'quoth') {
    // What runs is a copy that no package manager knows, made by `settle` after unpacking: an upgrade takes no file
    // from a process.
    renameSync(join(installed, 'dist', product), join(installed, 'dist', 'packed'));
    for (const name of ['settle', 'running'])
      writeText(
        join(installed, name),
        readFileSync(join(import.meta.dirname, 'debian', name), 'utf8'),
        0o755,
      );
  }
  link(join(tree, 'usr', 'bin', product), `../lib/${product}/${product}`);
  if (share) cpSync(share, join(tree, 'usr', 'share'), { recursive: true });
  const systemd = join(tree, 'usr', 'lib', 'systemd');
  if (product === 'quoth') {
    writeUserUnit(systemd);
    writeBusService(join(tree, 'usr', 'share'));
  } else
    writeText(
      join(systemd, 'system', 'quoth-gateway.service'),
      readFileSync(join(root, 'apps', 'gateway', 'deploy', 'quoth-gateway.service'), 'utf8'),
    );
  const manual = join(tree, 'usr', 'share', 'man');
  for (const page of globSync(`**/${product}.1`, { cwd: manual }))
    writeCompressed(join(manual, page), readFileSync(join(manual, page)));
  const documents = join(tree, 'usr', 'share', 'doc', product);
  writeText(join(documents, 'copyright'), copyrightFile(product, parts));
  writeText(join(documents, 'licences.txt'), licencesFile(product, parts));
  writeText(join(documents, 'bom.cdx.json'), partsList(product, build, parts));
  return documents;
}

function writeCompressed(path: string, text: Buffer): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  rmSync(path, { force: true });
}

/** Makes the deb and gives its path. Throws if it is larger than its budget. */
export function makeDeb(packed: Packed): string {
  const { build, product, architecture, program, quick } = packed;
  const tree = join(build.work, architecture, `${product}-deb`);
  const documents = writeSystemTree(tree, packed, 'deb');
  const entry = `${product} (${build.version}) stable; urgency=medium\n\n  * See the release notes of this version.\n\n -- The Quoth contributors <packages@quoth.invalid>  ${new Date(build.epoch * 1000).toUTCString().replace('GMT', '+0000')}\n`;
  writeCompressed(join(documents, 'changelog'), Buffer.from(entry));
  const overrides = readFileSync(join(import.meta.dirname, 'debian', 'lintian-overrides'), 'utf8');
  writeText(
    join(tree, 'usr', 'share', 'lintian', 'overrides', product),
    overrides.replaceAll('PACKAGE', product),
  );
  const { depends, recommends, suggests } = dependencies(product, program);
  const [synopsis, description] = descriptions[product];
  const bytes = installedBytes(tree);
  const control = [
    `Package: ${product}`,
    `Version: ${build.version}`,
    `Architecture: ${debArchitectures[architecture]}`,
    'Maintainer: The Quoth contributors <packages@quoth.invalid>',
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: ${depends.join(', ')}`,
    `Recommends: ${recommends.join(', ')}`,
    `Suggests: ${suggests.join(', ')}`,
    `Section: ${product === 'quoth' ? 'sound' : 'net'}`,
    'Priority: optional',
    `Description: ${synopsis}`,
    ` ${description}`,
    '',
  ].join('\n');
  writeText(join(tree, 'DEBIAN', 'control'), control);
  const scripts = join(import.meta.dirname, 'debian', product);
  for (const name of readdirSync(scripts))
    writeText(
      join(tree, 'DEBIAN', name),
      readFileSync(join(scripts, name), 'utf8').replaceAll('VERSION', build.version),
      0o755,
    );
  makeReproducible(tree, build.epoch);
  const target = join(build.out, `${product}_${build.version}_${debArchitectures[architecture]}.deb`);
  const compression = quick ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6'];
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', ...compression, '--threads-max=2', '--build', tree, target],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(build.epoch) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const budget = budgets[product];
  const megabytes = (size: number) => Math.round(size / 100_000) / 10;
  const [download, installed] = [megabytes(statSync(target).size), megabytes(bytes)];
  console.log(
    `${target}: ${download} MB to download (${quick ? 'quick packing' : `at most ${budget.download}`}), ${installed} MB installed (at most ${budget.installed})`,
  );
  if ((!quick && download > budget.download) || installed > budget.installed)
    throw new Error(`${target} is larger than its budget.`);
  return target;
}

/** Makes the rpm and gives its path. */
export function makeRpm(packed: Packed): string {
  const { build, product, architecture, program, quick } = packed;
  const top = join(build.work, architecture, `${product}-rpm`);
  const tree = join(top, 'tree');
  writeSystemTree(tree, packed, 'rpm');
  const [synopsis, description] = descriptions[product];
  const needed = neededLibraries(program)
    .filter((name) => libraries[name] !== null && !/^lib(X|vulkan)/.test(name))
    .filter((name) => !name.startsWith('ld-linux'))
    .map(
      (name) => `Requires: ${name}(${name === 'libc.so.6' ? `GLIBC_${newestVersions.GLIBC}` : ''})(64bit)`,
    );
  const scripts = readFileSync(join(import.meta.dirname, 'debian', `${product}.spec-scripts`), 'utf8');
  const topFiles = listFiles(tree);
  const spec = [
    `Name: ${product}`,
    `Version: ${build.version.replaceAll('-', '~')}`,
    'Release: 1',
    `Summary: ${synopsis}`,
    'License: Apache-2.0',
    `URL: ${siteAddress}`,
    'AutoReqProv: no',
    ...needed,
    ...(product === 'quoth' ? ['Recommends: pulseaudio-utils', 'Recommends: ffmpeg'] : []),
    '%description',
    description.replaceAll('\n ', '\n'),
    scripts.replaceAll('VERSION', build.version),
    '%files',
    ...topFiles,
    '',
  ].join('\n');
  writeText(join(top, 'package.spec'), spec);
  makeReproducible(tree, build.epoch);
  const defines = {
    _topdir: top,
    _rpmdir: build.out,
    _rpmfilename: '%{name}-%{version}-%{release}.%{arch}.rpm',
    _dbpath: join(top, 'db'),
    _buildhost: 'localhost',
    _build_id_links: 'none',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    _binary_payload: quick ? 'w1.zstdio' : 'w19.zstdio',
    __os_install_post: '%{nil}',
    debug_package: '%{nil}',
  };
  const arch = rpmArchitectures[architecture];
  execFileSync(
    'rpmbuild',
    [
      '-bb',
      '--quiet',
      `--target=${arch}-linux`,
      `--buildroot=${tree}`,
      '--noclean',
      ...Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]),
      join(top, 'package.spec'),
    ],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(build.epoch) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return join(build.out, `${product}-${build.version.replaceAll('-', '~')}-1.${arch}.rpm`);
}

/** Folders of the product's own are listed whole; those of the system's, file by file. */
function listFiles(tree: string): string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const name of readdirSync(join(tree, folder)).sort()) {
      const path = join(folder, name);
      const isOwn = /^\/usr\/(lib|share\/doc)\/[^/]+$/.test(path) && !path.endsWith('/systemd');
      if (isOwn || !lstatSync(join(tree, path)).isDirectory()) found.push(path);
      else walk(path);
    }
  };
  walk('/usr');
  return found;
}

/** Makes the relocatable tarball and gives its path. */
export function makeTarball(packed: Packed): string {
  const { build, product, architecture, program, share, parts, quick } = packed;
  const name = `${product}-${build.version}-linux-${architecture}`;
  const folder = join(build.work, architecture, `${product}-tar`);
  const tree = join(folder, name);
  mkdirSync(folder, { recursive: true });
  cpSync(program, tree, { recursive: true, verbatimSymlinks: true });
  writeKind(tree, 'tar');
  if (share) cpSync(share, join(tree, 'share'), { recursive: true });
  else
    cpSync(
      join(root, 'apps', 'gateway', 'deploy', 'quoth-gateway.service'),
      join(tree, 'quoth-gateway.service'),
    );
  writeText(join(tree, 'copyright'), copyrightFile(product, parts));
  writeText(join(tree, 'licences.txt'), licencesFile(product, parts));
  writeText(join(tree, 'bom.cdx.json'), partsList(product, build, parts));
  makeReproducible(tree, build.epoch);
  const target = join(build.out, `${name}.tar.zst`);
  execFileSync(
    'tar',
    [
      ...[
        '--sort=name',
        '--owner=0',
        '--group=0',
        '--numeric-owner',
        '--format=gnu',
        `--mtime=@${build.epoch}`,
      ],
      ...[`--use-compress-program=zstd -${quick ? 1 : 19} -T2`, '-cf', target, name],
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return target;
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Build, writeText } from './contents.ts';

// A signed apt repository, and signed checksums. The key is in the keyring of gpg that the environment names.

/** The id or address of the signing key: QUOTH_SIGNING_KEY. Its keyring is GNUPGHOME's. */
interface Signer {
  readonly key: string;
}

/** Who signs, from the environment; undefined without one. */
export function signerOf(env: NodeJS.ProcessEnv): Signer | undefined {
  return env.QUOTH_SIGNING_KEY ? { key: env.QUOTH_SIGNING_KEY } : undefined;
}

function gpg(args: readonly string[], input?: Buffer): Buffer {
  return execFileSync('gpg', ['--batch', '--yes', '--quiet', ...args], {
    ...(input && { input }),
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'inherit'],
  });
}

/** `SHA256SUMS` of all files of a folder, as sha256sum reads it, and its signature where there is a key. */
export function writeChecksums(out: string, signer: Signer | undefined): void {
  const files = readdirSync(out, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('SHA256SUMS'))
    .map(({ name }) => name)
    .sort();
  const lines = files.map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
    return `${hash}  ${name}\n`;
  });
  const path = join(out, 'SHA256SUMS');
  writeFileSync(path, lines.join(''));
  rmSync(`${path}.asc`, { force: true });
  if (signer) gpg(['--local-user', signer.key, '--armor', '--detach-sign', '--output', `${path}.asc`, path]);
  else console.log('SHA256SUMS is not signed: QUOTH_SIGNING_KEY names no key.');
}

/**
 * Lays out the debs as a repository in the folder: keeps those of earlier versions that it has, and signs its lists
 * again.
 */
export function writeRepository(folder: string, debs: readonly string[], build: Build, signer: Signer): void {
  const pool = join(folder, 'pool', 'main');
  mkdirSync(pool, { recursive: true });
  for (const deb of debs) copyFileSync(deb, join(pool, basename(deb)));
  const lists = join(folder, 'dists', 'stable');
  rmSync(lists, { recursive: true, force: true });
  const ftparchive = (args: readonly string[]) =>
    execFileSync('apt-ftparchive', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...process.env, SOURCE_DATE_EPOCH: String(build.epoch) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const architectures = ['amd64', 'arm64'];
  for (const architecture of architectures) {
    const list = ftparchive([`--arch=${architecture}`, 'packages', 'pool/main']);
    const place = join(lists, 'main', `binary-${architecture}`);
    writeText(join(place, 'Packages'), list);
    writeFileSync(join(place, 'Packages.xz'), execFileSync('xz', ['-9', '--stdout'], { input: list }));
  }
  const facts = {
    Origin: 'Quoth',
    Label: 'Quoth',
    Suite: 'stable',
    Codename: 'stable',
    Architectures: architectures.join(' '),
    Components: 'main',
    'Acquire-By-Hash': 'no',
  };
  const options = Object.entries(facts).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
  const release = ftparchive([...options, 'release', 'dists/stable']);
  writeText(join(lists, 'Release'), release);
  const asSigner = ['--local-user', signer.key];
  writeFileSync(join(lists, 'InRelease'), gpg([...asSigner, '--clearsign'], Buffer.from(release)));
  writeFileSync(
    join(lists, 'Release.gpg'),
    gpg([...asSigner, '--armor', '--detach-sign'], Buffer.from(release)),
  );
  writeFileSync(join(folder, 'quoth-archive-keyring.gpg'), gpg(['--export', signer.key]));
}

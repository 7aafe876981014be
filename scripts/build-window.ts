import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerSchemasFile, bareAnswerSchemas, bareRouteTable, routeTableFile } from './bare-routes.ts';

// Builds the window's page into packages/ui/dist/page. With --if-needed only when what it is made from has changed.
const root = join(import.meta.dirname, '..');
const ui = join(root, 'packages', 'ui');
const page = join(ui, 'dist', 'page');
const stamp = join(page, '.made-from');

const wanted = sourcesHash();
const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!isCurrent || !process.argv.includes('--if-needed')) await build();

async function build(): Promise<void> {
  const startedAt = performance.now();
  process.stderr.write('Building the window, once … ');
  const { build: viteBuild } = await import('vite');
  // Built beside the old one: a window that is open meanwhile keeps its files until the new ones are whole.
  const fresh = join(ui, 'dist', `page-${process.pid}`);
  await viteBuild({
    configFile: join(ui, 'vite.config.ts'),
    root: ui,
    logLevel: 'error',
    build: { outDir: fresh },
    plugins: [
      { name: 'bare-routes', load: (id) => (routeTableFile.test(id) ? bareRouteTable() : undefined) },
      {
        name: 'bare-answer-schemas',
        load: (id) => (answerSchemasFile.test(id) ? bareAnswerSchemas() : undefined),
      },
    ],
  });
  writeFileSync(join(fresh, '.made-from'), wanted);
  const old = `${fresh}-old`;
  if (existsSync(page)) renameSync(page, old);
  renameSync(fresh, page);
  rmSync(old, { recursive: true, force: true });
  process.stderr.write(`done (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
}

/** Of everything that the page is made from; the lockfile stands for the libraries. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = [
    ...globSync('packages/{ui,contract,client}/{src,public}/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
    ...['index.html', 'vite.config.ts', 'package.json'].map((name) => join(ui, name)),
    join(root, 'package-lock.json'),
    ...['build-window.ts', 'bare-routes.ts'].map((name) => join(root, 'scripts', name)),
  ].sort();
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appEventTypes,
  eventAudiences,
  eventTypes,
  missingScope,
  openAiRoutes,
  openApiDocument,
  type Route,
  routes,
  scopeMeanings,
  scopes,
} from '@quoth/contract';

const all = Object.entries<Route>({ ...routes, ...openAiRoutes });

test('every public route that needs a token says which scopes, and no other route does', () => {
  const silent = all.filter(([, route]) => {
    const mustSay = route.audience === 'api' && route.needsToken;
    return mustSay !== (route.scopes !== undefined);
  });
  assert.deepEqual(
    silent.map(([name]) => name),
    [],
  );
  assert.deepEqual(Object.keys(scopeMeanings), [...scopes]);
  const used = new Set(all.flatMap(([, route]) => (route.scopes ?? []).flat()));
  assert.deepEqual(
    scopes.filter((scope) => !used.has(scope)),
    [],
  );
});

test('OpenAPI names the same scopes, one entry for each way to be allowed', () => {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, { security: object[]; responses: Record<string, object> }>>;
  };
  assert.deepEqual(paths['/health']?.get?.security, []);
  assert.deepEqual(paths['/models']?.get?.security, [{ bearer: [] }]);
  assert.deepEqual(paths['/modes/{id}']?.patch?.security, [{ bearer: ['modes.write', 'modes.read'] }]);
  assert.deepEqual(paths['/recordings/search']?.get?.security, [
    { bearer: ['history.read'] },
    { bearer: ['transcribe'] },
    { bearer: ['record'] },
  ]);
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations))
      assert.equal(
        JSON.stringify(operation.responses['403']).includes('FORBIDDEN_SCOPE'),
        operation.security.length > 0,
        `${method} ${path}`,
      );
});

test('what is missing is named; of several that would do, the first', () => {
  const held = new Set(['transcribe', 'events'] as const);
  assert.equal(missingScope([], held), undefined);
  assert.equal(missingScope(['transcribe', 'events'], held), undefined);
  assert.equal(missingScope(['transcribe', 'rewrite'], held), 'rewrite');
  assert.equal(missingScope([['history.read', 'transcribe']], held), undefined);
  assert.equal(missingScope([['history.read', 'record']], held), 'history.read');
  assert.equal(missingScope(['record'], new Set()), 'record');
});

test('no event that programs do not get goes to a named token', () => {
  assert.deepEqual(Object.keys(eventAudiences).sort(), [...eventTypes].sort());
  for (const type of appEventTypes) assert.equal(eventAudiences[type], 'none', type);
});

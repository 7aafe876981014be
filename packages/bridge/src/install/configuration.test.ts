import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mcpClients } from './clients.ts';
import { hasEntry, withEntry, withoutEntry } from './configuration.ts';

const { cursor, zed } = mcpClients;
const entry = { command: '/opt/quoth', args: ['mcp'] };
const added = '"quoth": {\n      "command": "/opt/quoth",\n      "args": [\n        "mcp"\n      ]\n    }';

test('what is written keeps everything that was there', () => {
  const cases: [name: string, client: typeof cursor | typeof zed, before: string, after: string][] = [
    ['nothing', cursor, '', `{\n  "mcpServers": {\n    ${added}\n  }\n}\n`],
    ['white space', cursor, ' \n', `{\n  "mcpServers": {\n    ${added}\n  }\n}\n`],
    ['empty object', cursor, '{}', `{\n  "mcpServers": {\n    ${added}\n  }\n}`],
    [
      'others',
      cursor,
      '{\n  "a": 1.50,\n  "mcpServers": {\n    "x": {\n      "command": "y"\n    }\n  }\n}\n',
      `{\n  "a": 1.50,\n  "mcpServers": {\n    "x": {\n      "command": "y"\n    },\n    ${added}\n  }\n}\n`,
    ],
    [
      'comments',
      zed,
      '// mine\n{\n  /* a */ "vim_mode": true, // b\n}\n',
      `// mine\n{\n  /* a */ "vim_mode": true,\n  "context_servers": {\n    ${added}\n  }, // b\n}\n`,
    ],
    [
      'an older entry with fields of the user',
      cursor,
      '{"mcpServers":{"quoth":{"command":"/old","args":["mcp"],"disabled":true}}}',
      '{"mcpServers":{"quoth":{"command":"/opt/quoth","args":["mcp"],"disabled":true}}}',
    ],
  ];
  for (const [name, client, before, after] of cases) {
    const edited = withEntry(before, client, entry);
    assert.equal(edited, after, name);
    assert.equal(withEntry(edited, client, entry), edited, `${name}, once more`);
  }
});

test('what was added is taken out again, and everything else stays', () => {
  const cases: [client: typeof cursor | typeof zed, before: string, after: string][] = [
    [cursor, '', ''],
    [cursor, '{"a": 1}', '{"a": 1}'],
    [
      cursor,
      `{\n  "mcpServers": {\n    "x": {\n      "command": "y"\n    },\n    ${added}\n  }\n}\n`,
      '{\n  "mcpServers": {\n    "x": {\n      "command": "y"\n    }\n  }\n}\n',
    ],
    [
      zed,
      `// mine\n{\n  "vim_mode": true, // b\n  "context_servers": {\n    ${added}\n  },\n}\n`,
      '// mine\n{\n  "vim_mode": true, // b\n  "context_servers": {\n  },\n}\n',
    ],
  ];
  for (const [client, before, after] of cases) {
    assert.equal(hasEntry(before, client), before !== after);
    assert.equal(withoutEntry(before, client), after);
    assert.equal(withoutEntry(after, client), after);
  }
  const twice = '{"mcpServers": {"quoth": {}}, "mcpServers": {"quoth": {}}}';
  for (const text of ['{', twice])
    assert.throws(() => withoutEntry(text, cursor), { name: 'UnreadableConfiguration' });
});

test('indentation, line ends and the mark at the start stay', () => {
  const tabs = withEntry('{\n\t"a": 1\n}\n', cursor, entry);
  assert.match(tabs, /\n\t"mcpServers": \{\n\t\t"quoth"/);
  const windows = withEntry('\uFEFF{\r\n    "a": 1\r\n}\r\n', cursor, entry);
  assert.match(windows, /^\uFEFF\{\r\n {4}"a": 1,\r\n {4}"mcpServers": \{\r\n {8}"quoth"/);
  assert.doesNotMatch(windows, /[^\r]\n/);
});

test('the environment of an entry is added to, not replaced', () => {
  const before = '{"mcpServers":{"quoth":{"command":"/opt/quoth","args":["mcp"],"env":{"MINE":"1"}}}}';
  const after = withEntry(before, cursor, { ...entry, env: { QUOTH_HOME: '/data' } });
  assert.deepEqual(JSON.parse(after).mcpServers.quoth.env, { MINE: '1', QUOTH_HOME: '/data' });
  assert.equal(withEntry(after, cursor, entry), after);
});

test('what cannot be read for certain is refused', () => {
  const cases: [string, RegExp][] = [
    ['{', /line 1/],
    ['{\n "a": 1,\n}', /JSON/],
    ['// comment\n{}', /InvalidCommentToken/],
    ['[]', /outermost/],
    ['null', /outermost/],
    ['"text"', /outermost/],
    ['{"mcpServers": []}', /"mcpServers" is not an object/],
    ['{"mcpServers": null}', /"mcpServers" is not an object/],
    ['{"mcpServers": {"quoth": "x"}}', /"quoth" is not an object/],
    ['{"mcpServers": {}, "mcpServers": {"x": {}}}', /twice/],
    ['<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n', /JSON/],
  ];
  for (const [text, message] of cases)
    assert.throws(() => withEntry(text, cursor, entry), { name: 'UnreadableConfiguration', message }, text);
  assert.throws(() => withEntry('{"context_servers": }', zed, entry), { name: 'UnreadableConfiguration' });
});

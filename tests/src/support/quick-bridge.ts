import { serveBridge } from '@quoth/mcp';

// The bridge with progress every 20 ms, so that a test need not wait for the real pace.
const [dataFolder = '', cwd = ''] = process.argv.slice(2);
await serveBridge({
  config: { dataFolder, home: cwd, cwd, platform: process.platform, progressEveryMs: 20 },
  stdin: process.stdin,
  stdout: process.stdout,
  signal: new AbortController().signal,
});

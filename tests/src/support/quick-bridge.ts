import { serveBridge } from '@quoth/bridge';

// The bridge with progress every 20 ms and questions pending after a moment, so that a test need not wait for the real
// pace.
const [dataFolder = '', cwd = '', as] = process.argv.slice(2);
await serveBridge({
  config: {
    dataFolder,
    home: cwd,
    cwd,
    platform: process.platform,
    as,
    progressEveryMs: 20,
    answerWithinMs: 400,
  },
  stdin: process.stdin,
  stdout: process.stdout,
  signal: new AbortController().signal,
});

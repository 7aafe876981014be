import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program in the browser's place, in a folder of its own, which writes into `said` what it is called with. */
export function standInBrowser() {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-browser-'));
  const said = join(folder, 'arguments');
  const program = join(folder, 'browser.sh');
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${said}.new' && mv '${said}.new' '${said}'\nsleep 2\n`,
  );
  chmodSync(program, 0o700);
  return { folder, said, program };
}

import { execFile } from '@quoth/processes/programs';
import { type ActiveApplication, type ActiveProgram, onlyInFront } from './active-application.ts';

const PROGRAM = '/usr/bin/lsappinfo';
const ANSWER_MS = 1_000;

/**
 * macOS by `lsappinfo`, which needs no permission and is part of the system. NSWorkspace would not work in our own
 * process: it learns of changes through a run loop, which Node does not have. Window titles need the permission to
 * record the screen and are not read. Written for macOS and not run there.
 */
export function macApplication(): ActiveApplication {
  return onlyInFront(readFront);
}

async function readFront(): Promise<ActiveProgram | null> {
  const serial = (await output(['front'])).trim();
  if (!/^ASN:[\w:-]+$/.test(serial)) return null;
  return parseApplicationInfo(
    serial,
    await output(['info', '-only', 'bundleid', '-only', 'name', '-only', 'pid', serial]),
  );
}

/** Reads lines such as `"CFBundleIdentifier"="com.apple.Safari"` and `"pid"=512`. */
export function parseApplicationInfo(serial: string, printed: string): ActiveProgram | null {
  const field = (name: string) => new RegExp(`"${name}"\\s*=\\s*"?([^"\\n]+)"?`).exec(printed)?.[1]?.trim();
  const program = field('CFBundleIdentifier') ?? field('LSDisplayName');
  if (program === undefined || program === '[ NULL ]') return null;
  const pid = Number(field('pid'));
  return { program, pid: Number.isSafeInteger(pid) && pid > 0 ? pid : undefined, windowId: serial };
}

function output(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(PROGRAM, [...args], { timeout: ANSWER_MS, maxBuffer: 64 * 1024 }, (error, printed) =>
      resolve(error ? '' : printed),
    );
  });
}

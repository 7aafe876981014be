import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DesktopParts } from '@quoth/desktop/desktop-parts.ts';
import type { Accessibility } from './accessible.ts';
import { type Environment, killProgram, until } from './tree-session.ts';

/** A program that texts are written into, and what it holds by its own account. */
export interface WritingTarget {
  /** A terminal takes a text on one line, because a line break would run it. */
  readonly isTerminal: boolean;
  content(): Promise<string>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** It answers nothing until it thaws. */
  freeze(isFrozen: boolean): void;
  close(): Promise<void>;
}

/** A desktop that targets are started on. */
export interface TargetDesktop {
  /** For what is read by the accessibility service. */
  readonly accessibility?: Accessibility;
  start(program: string, args: readonly string[], env?: Environment): ChildProcess;
  /** Presses keys as on a keyboard of the machine, such as `Ctrl+Alt+d`, and holds them until this is done. */
  press(chord: string, meanwhile?: () => Promise<unknown>): Promise<void>;
}

type Focus = Pick<DesktopParts, 'activeApplication'>;
export type OpenTarget = (desktop: TargetDesktop, parts: Focus) => Promise<WritingTarget>;

/** What every target can suffer. */
function fateOf(child: ChildProcess): Pick<WritingTarget, 'kill' | 'freeze'> {
  return {
    kill: () => killed(child, 'SIGKILL'),
    freeze: (isFrozen) => child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
  };
}

/** Starting a program on a busy machine. */
const START_MS = 20_000;

/** Waits until a window of this program has the focus, and its cursor is where texts go. */
export async function focused(
  { activeApplication }: Focus,
  program: RegExp,
  where?: 'terminal' | 'other' | 'password' | 'hidden',
): Promise<void> {
  let seen = '';
  await until(
    `the focus in ${program}`,
    async () => {
      const active = await activeApplication.current();
      seen = `${active?.program} ${active?.focus}`;
      return program.test(active?.program ?? '') && (where === undefined || active?.focus === where);
    },
    START_MS,
  ).catch((error: Error) => {
    throw new Error(`${error.message} It is in: ${seen}`);
  });
}

/** An editor whose text is read by the accessibility service. */
export function editor(program: string, args: readonly string[] = []): OpenTarget {
  return async (desktop, parts) => {
    const { accessibility } = desktop;
    if (!accessibility) throw new Error('There is no accessibility service.');
    const child = desktop.start(program, args);
    await focused(parts, new RegExp(program, 'i'));
    const cursor = await accessibility.find(
      program,
      ({ role, isFocused }) => isFocused && role.startsWith('text'),
      'text with the focus',
    );
    return {
      isTerminal: false,
      ...fateOf(child),
      content: () => accessibility.text(cursor),
      close: () => killed(child),
    };
  };
}

/** A window that asks for a password, as for a key. It is answered when it closes, and must be empty then. */
export function passwordPrompt(): OpenTarget {
  const answer = '/tmp/pinentry.txt';
  return async (desktop, parts) => {
    const child = desktop.start('sh', ['-c', `{ echo GETPIN; sleep 600; } | exec pinentry-qt >${answer}`]);
    await focused(parts, /pinentry/);
    return {
      isTerminal: false,
      ...fateOf(child),
      content: async () => readFileSync(answer, 'utf8').replace(/^OK.*\n/gm, ''),
      close: async () => {
        await desktop.press('Return');
        const answered = () => /\nOK/.test(readFileSync(answer, 'utf8'));
        await until('its answer', answered).finally(() => killProgram('pinentry-qt'));
        if (/^D /m.test(readFileSync(answer, 'utf8'))) throw new Error('It was written into the password.');
      },
    };
  };
}

const WRITER = '/tmp/writer';

/**
 * LibreOffice, whose document is read paragraph by paragraph: only those that show have a text, so that its letters are
 * small.
 */
export function writer(): OpenTarget {
  return async (desktop, parts) => {
    const { accessibility } = desktop;
    if (!accessibility) throw new Error('There is no accessibility service.');
    mkdirSync(join(WRITER, 'user'), { recursive: true });
    writeFileSync(join(WRITER, 'user', 'registrymodifications.xcu'), quietWriter);
    writeFileSync(join(WRITER, 'text.fodt'), smallLetters);
    const child = desktop.start('soffice', [
      ...['--norestore', '--nologo', '--nofirststartwizard', `-env:UserInstallation=file://${WRITER}`],
      join(WRITER, 'text.fodt'),
    ]);
    await focused(parts, /soffice/i);
    const document = await accessibility.findRole('soffice', 'document text');
    return {
      isTerminal: false,
      ...fateOf(child),
      content: () => accessibility.lines(document),
      // It starts the program that has the window, and again after it has made a profile.
      close: async () => {
        killProgram('soffice.bin');
        await killed(child);
      },
    };
  };
}

/** Without its tip of the day. */
const quietWriter = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>99.9</value></prop></item>
</oor:items>`;
const smallLetters = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles><style:default-style style:family="paragraph"><style:text-properties fo:font-size="4pt"/></style:default-style></office:styles>
<office:body><office:text><text:p/></office:text></office:body></office:document>`;

/** A terminal that writes into a file what it gets. */
export function terminal(program: string, args: readonly string[], where?: 'terminal'): OpenTarget {
  return async (desktop, parts) => {
    const folder = mkdtempSync('/tmp/terminal-');
    const file = join(folder, 'content');
    // Without its line editing, which holds no more than 4,095 bytes.
    const script = `stty -icanon -echo; exec cat >${file}`;
    const child = desktop.start(program, [...args, 'sh', '-c', script]);
    await until('the terminal', () => existsSync(file));
    await focused(parts, new RegExp(program.split('-').at(-1) ?? '', 'i'), where);
    return {
      isTerminal: true,
      ...fateOf(child),
      content: async () => readFileSync(file, 'utf8'),
      close: async () => {
        await desktop.press('Ctrl+c');
        await killed(child);
        rmSync(folder, { recursive: true });
      },
    };
  };
}

/** A page under Wayland that reports what its field holds. */
export function chromium(
  field: '<textarea>' | '<input type="password">' | '<input type="checkbox">',
  flags: readonly string[] = [],
): OpenTarget {
  return async (desktop) => {
    let content = '';
    let isReady = false;
    const page = `<title>field</title>${field}${field === '<textarea>' ? '</textarea>' : ''}<script>
    const field = document.querySelector('textarea, input');
    let sent = Promise.resolve();
    const send = (path) => { sent = sent.then(() => fetch(path, { method: 'POST', body: field.value })); };
    field.oninput = () => send('/content');
    setInterval(() => document.activeElement === field || field.focus(), 50);
    const timer = setInterval(() => {
      if (!document.hasFocus()) return;
      clearInterval(timer);
      send('/ready');
    }, 50);
  </script>`;
    const server = createServer(async (request, response) => {
      if (request.method === 'POST') {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        content = Buffer.concat(chunks).toString();
        isReady ||= request.url === '/ready';
      }
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(request.url === '/' ? page : '');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const folder = mkdtempSync('/tmp/chromium-');
    writeFileSync(join(folder, 'First Run'), '');
    const child = desktop.start('chromium', [
      ...['--no-sandbox', '--ozone-platform=wayland', '--no-first-run', '--disable-gpu', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update', '--password-store=basic'],
      ...flags,
      `--user-data-dir=${folder}`,
      `--app=http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ]);
    await until('the page', () => isReady, START_MS);
    return {
      isTerminal: false,
      ...fateOf(child),
      content: async () => content,
      close: async () => {
        await killed(child);
        server.close();
        server.closeAllConnections();
      },
    };
  };
}

async function killed(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  setTimeout(() => child.kill('SIGKILL'), 3_000).unref();
  await gone;
}

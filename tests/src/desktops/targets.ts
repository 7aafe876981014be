import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type GnomeDesktop, until } from './gnome.ts';

/** A program that texts are written into, and what it holds by its own account. */
export interface WritingTarget {
  readonly program: string;
  /** A terminal takes a text on one line, because a line break would run it. */
  readonly isTerminal: boolean;
  content(): Promise<string>;
  close(): Promise<void>;
}

/** Each program that GNOME's matrix is about. */
export const gnomeTargets = { 'gnome-text-editor': textEditor, 'gnome-terminal': terminal, chromium };

async function textEditor(desktop: GnomeDesktop): Promise<WritingTarget> {
  const { accessibility } = desktop;
  const program = 'gnome-text-editor';
  const child = desktop.start(program, ['--standalone', '--new-window']);
  const isCursor = ({ role, isFocused }: { role: string; isFocused: boolean }) =>
    isFocused && role.startsWith('text');
  await accessibility.find(program, isCursor, 'text with the focus');
  return {
    program,
    isTerminal: false,
    content: async () =>
      accessibility.text(await accessibility.find(program, isCursor, 'text with the focus')),
    close: () => killed(child),
  };
}

async function terminal(desktop: GnomeDesktop): Promise<WritingTarget> {
  const folder = mkdtempSync('/tmp/terminal-');
  const file = join(folder, 'content');
  // Without its line editing, which holds no more than 4,095 bytes.
  const child = desktop.start('gnome-terminal', [
    '--wait',
    '--',
    'sh',
    '-c',
    `stty -icanon -echo; cat >${file}`,
  ]);
  await until('the terminal', () => existsSync(file));
  const isCursor = ({ role, isFocused }: { role: string; isFocused: boolean }) =>
    isFocused && role === 'terminal';
  await desktop.accessibility.find('terminal', isCursor, 'terminal with the focus');
  return {
    program: 'gnome-terminal',
    isTerminal: true,
    content: async () => readFileSync(file, 'utf8'),
    close: async () => {
      await desktop.press('Ctrl+d');
      await desktop.press('Ctrl+c');
      await killed(child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** A page under Wayland that reports what its text field holds. */
async function chromium(desktop: GnomeDesktop): Promise<WritingTarget> {
  let content = '';
  let isOpen = false;
  const page = `<title>field</title><textarea autofocus style="width:90%;height:90%"></textarea><script>
    const field = document.querySelector('textarea');
    field.onfocus = () => fetch('/focused', { method: 'POST' });
    field.oninput = () => fetch('/content', { method: 'POST', body: field.value });
    if (document.activeElement === field) field.onfocus();
  </script>`;
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.url === '/content') content = Buffer.concat(chunks).toString();
      isOpen = true;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/' ? page : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = mkdtempSync('/tmp/chromium-');
  writeFileSync(join(folder, 'First Run'), '');
  const child = desktop.start('chromium', [
    '--no-sandbox',
    '--ozone-platform=wayland',
    '--no-first-run',
    '--disable-gpu',
    // Without it, or a screen reader, Chromium does not speak to the accessibility service.
    '--force-renderer-accessibility',
    `--user-data-dir=${folder}`,
    `--app=http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  ]);
  await until('the page', () => isOpen, 90_000);
  return {
    program: 'chromium',
    isTerminal: false,
    content: async () => content,
    close: async () => {
      await killed(child);
      server.close();
      server.closeAllConnections();
    },
  };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), 3_000).unref();
  await gone;
}

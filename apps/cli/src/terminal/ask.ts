import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { QuothError } from '@quoth/client';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';

/**
 * One line from the person at the terminal, nothing at the end of the input (Ctrl-D); the question goes to stderr, so
 * that output can be piped. Throws CANCELLED at Ctrl-C.
 */
export async function ask({ pipes, stderr, signal }: CliEnvironment, question: string): Promise<string> {
  if (!pipes) return '';
  stderr.write(question);
  const lines = createInterface({ input: pipes.stdin, terminal: false });
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  try {
    return (await lines.question('', { signal: AbortSignal.any([signal, ended.signal]) })).trim();
  } catch (error) {
    if (signal.aborted) throw interrupted();
    if (!ended.signal.aborted) throw error;
    stderr.write('\n');
    return '';
  } finally {
    lines.close();
  }
}

function interrupted(): QuothError {
  return new QuothError('CANCELLED', { message: 'Nothing was changed.' });
}

export function canAsk({ pipes, stderr }: CliEnvironment): boolean {
  return stderr.isTTY === true && isTerminal(pipes?.stdin);
}

/** Whether a person may be typing there. */
export function isTerminal(stdin: NodeJS.ReadableStream | undefined): boolean {
  return stdin !== undefined && 'isTTY' in stdin && stdin.isTTY === true;
}

/** More than any key has. */
const MAX_CHARACTERS = 8_192;

/**
 * A secret from the terminal, typed or pasted without being shown, or, where standard input is no terminal, its first
 * line. Never from the command line: arguments stand in the process list and in the shell's history. Throws UsageError
 * where none exists, CANCELLED at Ctrl-C.
 */
export async function readSecret({ pipes, stderr, signal }: CliEnvironment, prompt: string): Promise<string> {
  if (!pipes) throw new UsageError('There is no standard input to read from.');
  const { stdin } = pipes;
  const secret = isTerminal(stdin) ? await typed(stdin, stderr, prompt, signal) : await firstLine(stdin);
  if (secret.trim() === '')
    throw new UsageError('Nothing was given: type it when you are asked, or pipe it in.');
  return secret.trim();
}

async function typed(
  stdin: NodeJS.ReadableStream,
  stderr: CliEnvironment['stderr'],
  prompt: string,
  signal: AbortSignal,
): Promise<string> {
  stderr.write(prompt);
  // readline edits and echoes through its output: this one shows nothing.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  const stop = new AbortController();
  const ended = new AbortController();
  lines.once('SIGINT', () => stop.abort());
  lines.once('close', () => ended.abort());
  try {
    return await lines.question('', { signal: AbortSignal.any([signal, stop.signal, ended.signal]) });
  } catch (error) {
    if (signal.aborted || stop.signal.aborted) throw interrupted();
    if (!ended.signal.aborted) throw error;
    return '';
  } finally {
    lines.close();
    stderr.write('\n');
  }
}

async function firstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MAX_CHARACTERS) break;
  }
  return text.slice(0, MAX_CHARACTERS).split('\n')[0] ?? '';
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Client } from '@quoth/client';
import type { Browser, Page } from 'playwright-core';
import { RunningApplication, sample, temporaryHome } from '../support/running-application.ts';
import { startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

const speech = readFileSync(sample('go-forward'));

/** The smallest model there is, as a file to import. */
export const tinyModel = join(
  import.meta.dirname,
  '../../../packages/core/src/models/fixtures/quoth-test-en.gguf',
);

/** What the tests of a page share: an application of their own with its public API on, and a browser. */
export interface WindowTests {
  readonly application: RunningApplication;
  readonly browser: Browser;
  /** The user's own way to the application. */
  readonly own: Client;
  /** Runs a flow in a window of its own; the page must not complain. */
  inWindow(path: string, flow: (page: Page) => Promise<void>): Promise<void>;
  /** Transcribes a sentence into History, as the user, and gives its recording. */
  transcribe(): Promise<string>;
}

/** Starts both before the file's tests and ends them after. What is returned is filled by then. */
export function windowTests(): WindowTests {
  const started = {} as { -readonly [Name in keyof WindowTests]: WindowTests[Name] };
  before(async () => {
    buildPage();
    const home = temporaryHome();
    started.application = await RunningApplication.start(home, ['--api'], {
      XDG_CONFIG_HOME: join(home, 'config'),
    });
    started.own = await started.application.controlSocket();
    started.browser = await startBrowser();
  });
  after(async () => {
    await started.browser?.close();
    await started.application?.remove();
  });
  started.inWindow = async (path, flow) => {
    const window = await OpenedWindow.open(started.application, started.browser, { path });
    window.page.setDefaultTimeout(60_000);
    await flow(window.page);
    assert.deepEqual(window.complaints, []);
    await window.close();
  };
  started.transcribe = async () => {
    const result = await started.own.transcribe({ bytes: speech, contentType: 'audio/wav' });
    return 'recording_id' in result ? String(result.recording_id) : '';
  };
  return started;
}

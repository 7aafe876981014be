import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  type ApplicationSetUp,
  type ApplicationTests,
  endTests,
  type Filled,
  startTests,
} from '../support/application-tests.ts';
import { endBrowser, startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

/** "Go forward ten meters"; the small model of the tests makes "go four word ten first" of it. */
const speech = readFileSync(join(import.meta.dirname, '../../../packages/audio/src/fixtures/speech.wav'));

/** What the tests of a file share. */
export interface WindowTests extends Omit<ApplicationTests, 'restart'> {
  readonly browser: Browser;
  /** Where a path was given. */
  readonly window: OpenedWindow;
  readonly page: Page;
  /**
   * Runs a flow in the window of the flows before it, turned to this page, which takes a fifth of the time of a new
   * one; it must not complain.
   */
  inWindow(path: string, flow: (page: Page) => Promise<void>): Promise<void>;
  /** Runs a flow in a window that is opened for it, after what `prepare` does to its empty page. */
  inNewWindow(
    path: string,
    flow: (page: Page) => Promise<void>,
    prepare?: (page: Page) => Promise<void>,
  ): Promise<void>;
  /** Transcribes a sentence into History, as the user, and gives its recording. */
  transcribe(): Promise<string>;
}

/** What a file needs beside an application and a browser of its own. */
interface WindowSetUp extends ApplicationSetUp {
  /** Of the browser. */
  readonly args?: readonly string[];
  /** What else is there before the window: called with all but that. */
  readonly prepare?: (tests: WindowTests) => Promise<void> | void;
  /** A window that stays open, at this page. */
  readonly path?: string;
}

/**
 * Starts what is needed before the file's tests and ends it after them. What is returned is filled by then, and handed
 * to `then`: another hook would not wait for this one.
 */
export function windowTests(
  setUp: WindowSetUp = {},
  then: (tests: WindowTests) => Promise<void> | void = () => undefined,
): WindowTests {
  const started = {} as Filled<WindowTests>;
  before(async () => {
    buildPage();
    await startTests(setUp, started);
    started.browser = await startBrowser(setUp.args);
    await setUp.prepare?.(started);
    if (setUp.path !== undefined) {
      started.window = await OpenedWindow.open(started.application, started.browser, { path: setUp.path });
      started.page = started.window.page;
    }
    await then(started);
  });
  after(async () => {
    await endBrowser(started.browser);
    await endTests(started);
  });
  let kept: OpenedWindow | undefined;
  const run = async (window: OpenedWindow, flow: (page: Page) => Promise<void>) => {
    window.page.setDefaultTimeout(60_000);
    await flow(window.page);
    assert.deepEqual(window.complaints, []);
  };
  const opened = (path: string, prepare?: (page: Page) => Promise<void>) =>
    OpenedWindow.open(started.application, started.browser, { path, ...(prepare && { prepare }) });
  started.inWindow = async (path, flow) => {
    const window = kept ?? (await opened(path));
    const isNew = kept === undefined;
    // One that a flow has failed in is not used again.
    kept = undefined;
    if (!isNew) await window.turnTo(path);
    await run(window, flow);
    kept = window;
  };
  started.inNewWindow = async (path, flow, prepare) => {
    const window = await opened(path, prepare);
    await run(window, flow);
    await window.close();
  };
  started.transcribe = async () => {
    const result = await started.own.transcribe({ bytes: speech, contentType: 'audio/wav' });
    return 'recording_id' in result ? String(result.recording_id) : '';
  };
  return started;
}

/** Every page of the window, with a recording and a mode that are there. */
export async function everyPath({ own, transcribe }: WindowTests): Promise<readonly string[]> {
  const recording = await transcribe();
  const [mode] = (await own.listModes()).modes;
  // Two of one name do not follow each other: `turnTo` would have to go a longer way.
  return [
    '/',
    '/history',
    '/modes',
    `/history?id=${recording}`,
    `/modes/${mode?.id}`,
    '/vocabulary',
    '/models',
    '/settings',
    '/statistics',
    '/settings/local-api?tab=mcp',
    '/welcome',
    '/settings/local-api?tab=curl',
  ];
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Client } from '@quoth/client';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Browser, Page } from 'playwright-core';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { RunningApplication, sample, temporaryHome, testModels } from '../support/running-application.ts';
import { endBrowser, startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

const speech = readFileSync(sample('go-forward'));

/** What the tests of a file share. */
export interface WindowTests {
  readonly application: RunningApplication;
  readonly browser: Browser;
  /** The user's own way to the application. */
  readonly own: Client;
  /** Where vendors were asked for. */
  readonly simulator: ProviderSimulator;
  /** Where a microphone was asked for. */
  readonly microphone: VirtualMicrophone;
  /** Where a path was given. */
  readonly window: OpenedWindow;
  readonly page: Page;
  /** Runs a flow in the window of the flows before it, turned to this page, which takes a fifth of the time of a new one; it must not complain. */
  inWindow(path: string, flow: (page: Page) => Promise<void>): Promise<void>;
  /** Runs a flow in a window that is opened for it. */
  inNewWindow(path: string, flow: (page: Page) => Promise<void>): Promise<void>;
  /** Transcribes a sentence into History, as the user, and gives its recording. */
  transcribe(): Promise<string>;
}

/** What a file needs beside an application and a browser of its own. */
interface WindowSetUp {
  readonly home?: string;
  /** Of the application; without others its public API is on. */
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly settings?: NonNullable<Parameters<Client['updateSettings']>[0]>['body'];
  /** Vendors that are played, and a file in place of the keyring. */
  readonly cloud?: true;
  readonly microphone?: true;
  /** A model of the tests by its name, in the default mode "Test". */
  readonly model?: 'quoth-test-en' | 'quoth-test-en-streaming';
  /** Of the browser. */
  readonly args?: readonly string[];
  /** What else is there before the window: called with all but that. */
  readonly prepare?: (tests: WindowTests) => Promise<void> | void;
  /** A window that stays open, at this page. */
  readonly path?: string;
}

/**
 * Starts what is needed before the file's tests and ends it after them. What is returned is filled by then, and handed to `then`: another hook would
 * not wait for this one.
 */
export function windowTests(
  setUp: WindowSetUp = {},
  then: (tests: WindowTests) => Promise<void> | void = () => undefined,
): WindowTests {
  const started = {} as { -readonly [Name in keyof WindowTests]: WindowTests[Name] };
  before(async () => {
    buildPage();
    const { home = temporaryHome(), flags = ['--api'], settings = {}, model } = setUp;
    if (setUp.microphone) started.microphone = await VirtualMicrophone.start();
    if (setUp.cloud) started.simulator = await ProviderSimulator.start();
    started.application = await RunningApplication.start(home, flags, {
      XDG_CONFIG_HOME: join(home, 'config'),
      ...started.microphone?.env,
      ...(setUp.cloud && { QUOTH_SIMULATED_CLOUD: started.simulator.origin }),
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      ...setUp.env,
    });
    started.own = await started.application.controlSocket();
    const own = {
      ...(setUp.microphone && { soundCues: false }),
      ...(setUp.cloud && { keyStorage: 'file' as const }),
      ...settings,
    };
    if (Object.keys(own).length > 0) await started.own.updateSettings({ body: own });
    if (model) {
      await started.own.importModel({ body: { path: join(testModels, `${model}.gguf`) } });
      await started.own.createMode({ body: { name: 'Test', model, isDefault: true } });
    }
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
    await started.application?.remove();
    await started.simulator?.close();
    await started.microphone?.stop();
  });
  let kept: OpenedWindow | undefined;
  const run = async (window: OpenedWindow, flow: (page: Page) => Promise<void>) => {
    window.page.setDefaultTimeout(60_000);
    await flow(window.page);
    assert.deepEqual(window.complaints, []);
  };
  const opened = (path: string) => OpenedWindow.open(started.application, started.browser, { path });
  started.inWindow = async (path, flow) => {
    const window = kept ?? (await opened(path));
    const isNew = kept === undefined;
    // One that a flow has failed in is not used again.
    kept = undefined;
    if (!isNew) await window.turnTo(path);
    await run(window, flow);
    kept = window;
  };
  started.inNewWindow = async (path, flow) => {
    const window = await opened(path);
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
  return [
    '/',
    '/history',
    `/history?id=${recording}`,
    '/modes',
    `/modes/${mode?.id}`,
    '/vocabulary',
    '/models',
    '/settings',
    '/settings/advanced',
    '/statistics',
    '/settings/shortcuts',
    '/settings/api-keys',
    '/settings/local-api',
    '/settings/local-api?tab=mcp',
    '/settings/local-api?tab=curl',
    '/settings/programs',
    '/settings/actions',
    '/welcome',
  ];
}

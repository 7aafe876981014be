import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Client } from '@quoth/client';
import type { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import type { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Recognizer } from '../provider-simulator/recognizer.ts';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { RunningApplication, temporaryHome, testModels } from './running-application.ts';

/** What the tests of a file share. */
export interface ApplicationTests {
  readonly home: string;
  /** An empty folder beside it, deleted with it. */
  readonly files: string;
  readonly application: RunningApplication;
  /** The user's own way to the application. */
  readonly own: Client;
  /** Where vendors were asked for. */
  readonly simulator: ProviderSimulator;
  /** Where a microphone was asked for. */
  readonly microphone: VirtualMicrophone;
  /** Where a screen was asked for. */
  readonly display: TestDisplay;
  readonly keyboard: TestKeyboard;
  /** The mode that was made for the model. */
  readonly mode: string;
  /** Ends the application and starts it again on the same data, with what else is there. */
  restart(signal?: NodeJS.Signals): Promise<void>;
}

/** What runs beside an application, such as a bus. */
interface Companion {
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** What a file needs beside an application. */
export interface ApplicationSetUp {
  readonly home?: string;
  /** Without others the public API is on. */
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly settings?: NonNullable<Parameters<Client['updateSettings']>[0]>['body'];
  /** Vendors that are played, by a real engine or by what is given, and a file in place of the keyring. */
  readonly cloud?: true | Recognizer;
  readonly microphone?: true;
  /** A screen of its own with a keyboard. */
  readonly display?: true;
  /** Started before the application, which gets its environment; stopped at the end. */
  readonly companion?: () => Promise<Companion>;
  /** A model of the tests by its name, in the default mode "Test". */
  readonly model?: 'quoth-test-en' | 'quoth-test-en-streaming';
}

/** What is started, and not shown to the tests. */
interface Hidden {
  companion?: Companion;
}

export type Filled<Tests> = { -readonly [Name in keyof Tests]: Tests[Name] };
type Started = Filled<Omit<ApplicationTests, 'restart'>> & Hidden;

/**
 * Starts what is needed before the file's tests and ends it after them. What is returned is filled by then, and handed
 * to `then`, after each restart too: another hook would not wait for this one.
 */
export function applicationTests(
  setUp: ApplicationSetUp = {},
  then: (tests: ApplicationTests) => Promise<void> | void = () => undefined,
): ApplicationTests {
  const started = {} as Filled<ApplicationTests> & Hidden;
  before(async () => {
    await startTests(setUp, started);
    await then(started);
  });
  after(() => endTests(started));
  started.restart = async (signal = 'SIGTERM') => {
    await started.application.end(signal);
    await startApplication(setUp, started);
    await then(started);
  };
  return started;
}

/** Fills `started`. */
export async function startTests(setUp: ApplicationSetUp, started: Started): Promise<void> {
  const { home = temporaryHome(), microphone, display, cloud, model, settings } = setUp;
  started.home = home;
  started.files = temporaryHome();
  // Loaded by those that need them: they bring libraries of their own.
  if (cloud) {
    const { ProviderSimulator } = await import('../provider-simulator/simulator.ts');
    started.simulator = await ProviderSimulator.start(cloud === true ? undefined : cloud);
  }
  if (microphone) {
    const { VirtualMicrophone } = await import('@quoth/desktop/fixtures/virtual-microphone.ts');
    started.microphone = await VirtualMicrophone.start();
  }
  if (display) {
    const { TestDisplay } = await import('@quoth/desktop/fixtures/test-display.ts');
    const { TestKeyboard } = await import('@quoth/desktop/fixtures/test-keyboard.ts');
    started.display = await TestDisplay.start();
    started.keyboard = await TestKeyboard.at(started.display.name);
  }
  if (setUp.companion) started.companion = await setUp.companion();
  await startApplication(setUp, started);
  const own = {
    ...(microphone && { soundCues: false }),
    ...(cloud && { keyStorage: 'file' as const }),
    ...settings,
  };
  if (Object.keys(own).length > 0) await started.own.updateSettings({ body: own });
  if (!model) return;
  await started.own.importModel({ body: { path: join(testModels, `${model}.gguf`) } });
  started.mode = (await started.own.createMode({ body: { name: 'Test', model, isDefault: true } })).mode.id;
}

async function startApplication(setUp: ApplicationSetUp, started: Started): Promise<void> {
  const { flags = ['--api'], env } = setUp;
  const { home, microphone, display, simulator, companion } = started;
  started.application = await RunningApplication.start(home, flags, {
    XDG_CONFIG_HOME: join(home, 'config'),
    ...microphone?.env,
    ...display?.env,
    ...(simulator && { QUOTH_SIMULATED_CLOUD: simulator.origin }),
    // No secure store and no desktop: the tests leave the user's own alone.
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    ...companion?.env,
    ...env,
  });
  started.own = await started.application.controlSocket();
}

/** Ends all of it, as far as it was started. */
export async function endTests({
  home,
  files,
  microphone,
  keyboard,
  display,
  simulator,
  companion,
}: Partial<ApplicationTests> & Hidden): Promise<void> {
  await RunningApplication.endAll();
  keyboard?.close();
  await Promise.all([microphone?.stop(), display?.stop(), simulator?.close(), companion?.stop()]);
  for (const folder of [home, files])
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

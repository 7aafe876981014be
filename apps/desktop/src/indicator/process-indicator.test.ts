import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLogger } from '@quoth/core';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { isAlive, until } from '@quoth/processes/fixtures/waiting.ts';
import type { XtestExtension } from 'x11';
import { aView } from '../fixtures/a-view.ts';
import { TestDisplay } from '../fixtures/test-display.ts';
import { setMonitor } from '../fixtures/test-monitors.ts';
import { cardLayout } from '../indicator-window/layout.ts';
import { XConnection } from '../x11/x-server.ts';
import type { IndicatorView } from './indicator-view.ts';
import { ProcessIndicator } from './process-indicator.ts';

const view: IndicatorView = aView;
const layout = cardLayout(view);

async function onDisplay(t: TestContext) {
  const display = await TestDisplay.start();
  t.after(() => display.stop());
  const dataFolder = temporaryFolder();
  const actions: string[] = [];
  let unavailable = 0;
  const indicator = new ProcessIndicator({
    env: display.env,
    dataFolder,
    logger: silentLogger,
    onAction: (action) => actions.push(action),
    onUnavailable: () => unavailable++,
  });
  t.after(() => indicator.close());
  const connection = await XConnection.open(display.name, display.env);
  assert(connection);
  return { display, indicator, connection, dataFolder, actions, unavailable: () => unavailable };
}

/** The indicator's window, where it is shown. */
async function shown(connection: XConnection): Promise<number | undefined> {
  const { client, root } = connection;
  const { children } = await connection.ask<{ children: readonly number[] }>((done) =>
    client.QueryTree(root, done),
  );
  for (const window of children) {
    if (!(await connection.text(window, 'WM_CLASS'))?.startsWith('quoth-indicator')) continue;
    const { mapState } = await connection.ask<{ mapState: number }>((done) =>
      client.GetWindowAttributes(window, done),
    );
    if (mapState === 2) return window;
  }
  return undefined;
}

async function geometry(connection: XConnection) {
  const window = await shown(connection);
  assert(window !== undefined);
  return connection.ask<{ xPos: number; yPos: number; width: number; height: number }>((done) =>
    connection.client.GetGeometry(window, done),
  );
}

async function pointer(connection: XConnection) {
  const { client, root } = connection;
  const xtest = await connection.extension<XtestExtension>((done) => client.require('xtest', done));
  const move = (x: number, y: number) =>
    xtest.FakeInput(xtest.MotionNotify, 0, 0, root, Math.round(x), Math.round(y));
  const press = () => xtest.FakeInput(xtest.ButtonPress, 1, 0, root, 0, 0);
  const release = () => xtest.FakeInput(xtest.ButtonRelease, 1, 0, root, 0, 0);
  return { move, press, release };
}

test('it is shown without taking the focus, its buttons work, the rest lets clicks through, and it stays where it was put', async (t) => {
  const { display, indicator, connection, dataFolder, actions } = await onDisplay(t);
  display.run('xterm', ['-class', 'Below', '-geometry', '200x60+0+0', '-e', 'sleep', '1000']);
  const active = async () => (await connection.numbers(connection.root, '_NET_ACTIVE_WINDOW'))[0];
  await until(async () => Boolean(await active()));
  const focused = await active();
  indicator.prepare();
  const { pid } = indicator;
  assert.equal(await shown(connection), undefined);
  indicator.show(view);
  await until(async () => (await shown(connection)) !== undefined);
  assert.equal(await active(), focused);
  const { focus } = await connection.ask<{ focus: number }>((done) => connection.client.GetInputFocus(done));
  const { xPos, yPos } = await geometry(connection);
  const mouse = await pointer(connection);

  // The voice, and the words above it, belong to the terminal below.
  const line = layout.live?.line;
  const [words] = layout.cards;
  assert(line && words);
  mouse.move(xPos + words.x + words.width / 2, yPos + words.y + 10);
  mouse.press();
  mouse.release();
  mouse.move(xPos + line.x + line.width / 2, yPos + line.y + 10);
  mouse.press();
  mouse.release();
  const [stop, cancel] = layout.buttons;
  assert(stop && cancel);
  for (const button of [stop, cancel]) {
    mouse.move(xPos + button.x + button.width / 2, yPos + button.y + button.height / 2);
    mouse.press();
    mouse.release();
    await until(() => actions.at(-1) === button.action);
  }
  assert.deepEqual(actions, ['stop', 'cancel']);
  const after = await connection.ask<{ focus: number }>((done) => connection.client.GetInputFocus(done));
  assert.equal(after.focus, focus);

  mouse.move(xPos + layout.handle.x + 10, yPos + layout.handle.y + 30);
  mouse.press();
  mouse.move(xPos + layout.handle.x - 190, yPos + layout.handle.y - 370);
  mouse.release();
  await until(async () => (await geometry(connection)).xPos === xPos - 200);
  await until(() => existsSync(join(dataFolder, 'indicator.json')));
  const moved = await geometry(connection);
  assert.equal(moved.yPos, yPos - 400);
  indicator.show(undefined);
  await until(async () => (await shown(connection)) === undefined);
  indicator.show(view);
  assert.equal(indicator.pid, pid, 'its process is kept: a new one takes a second to start');
  await until(async () => (await shown(connection)) !== undefined);
  await until(async () => Math.abs((await geometry(connection)).xPos - moved.xPos) <= 1);
});

test('where there are several monitors it is wholly on one of them: the main one, or the one that it was dragged to', async (t) => {
  const { indicator, connection } = await onDisplay(t);
  await setMonitor(connection, { name: 'left', x: 0, width: 640, isMain: false });
  await setMonitor(connection, { name: 'right', x: 640, width: 640, isMain: true });
  indicator.show(view);
  await until(async () => (await shown(connection)) !== undefined);
  const { xPos, yPos, width } = await geometry(connection);
  assert.equal(xPos, 640 + (640 - width) / 2);
  const mouse = await pointer(connection);
  const y = yPos + layout.handle.y + 30;
  mouse.move(xPos + layout.handle.x + 10, y);
  mouse.press();
  // It lies across both, its middle on the left one.
  mouse.move(600 - width / 2 + layout.handle.x + 10, y);
  mouse.release();
  await until(async () => (await geometry(connection)).xPos === 640 - width);

  // The monitor there becomes another one while it is shown.
  await setMonitor(connection, { name: 'other', x: 100, width: 520, isMain: true });
  await until(async () => (await geometry(connection)).xPos === 620 - width);
});

test('it comes back when its process is killed, and the X server may go', async (t) => {
  const { display, indicator, connection, unavailable } = await onDisplay(t);
  indicator.show(view);
  await until(async () => (await shown(connection)) !== undefined);
  const first = indicator.pid;
  assert(first !== undefined);
  process.kill(first, 'SIGKILL');
  await until(
    async () =>
      indicator.pid !== undefined && indicator.pid !== first && (await shown(connection)) !== undefined,
  );
  await display.kill();
  await until(() => unavailable() === 1);
  indicator.show(undefined);
});

test('it ends by itself when the application is killed', async (t) => {
  const { display, dataFolder, connection } = await onDisplay(t);
  const script = `
    import { ProcessIndicator } from ${JSON.stringify(join(import.meta.dirname, 'process-indicator.ts'))};
    const logger = { warn() {}, info() {} };
    const indicator = new ProcessIndicator({ env: process.env, dataFolder: ${JSON.stringify(dataFolder)}, logger, onAction() {}, onUnavailable() {} });
    indicator.show(${JSON.stringify(view)});
    console.log(indicator.pid);
    setInterval(() => {}, 1000);`;
  const application = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: display.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => application.kill('SIGKILL'));
  let printed = '';
  application.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  await until(async () => printed.includes('\n') && (await shown(connection)) !== undefined);
  application.kill('SIGKILL');
  await until(async () => !isAlive(Number(printed)) && (await shown(connection)) === undefined);
});

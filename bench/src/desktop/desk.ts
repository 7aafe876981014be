import type { Client } from '@quoth/client';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';

/** A screen, a keyboard and a microphone for one measurement alone. */
export interface Desk {
  readonly display: TestDisplay;
  readonly keyboard: TestKeyboard;
  readonly microphone: VirtualMicrophone;
  /** For the application that is to use them. */
  readonly env: Readonly<Record<string, string>>;
}

/** Xvfb with openbox, synthetic keys by XTEST, PulseAudio's virtual microphone; for a measurement. */
export async function withDesk<Outcome>(measure: (desk: Desk) => Promise<Outcome>): Promise<Outcome> {
  const [display, microphone] = await Promise.all([TestDisplay.start(), VirtualMicrophone.start()]);
  const keyboard = await TestKeyboard.at(display.name);
  const { PULSE_SERVER = '' } = microphone.env;
  const screen = { DISPLAY: display.name, XAUTHORITY: '/dev/null', WAYLAND_DISPLAY: '', SWAYSOCK: '' };
  try {
    return await measure({ display, keyboard, microphone, env: { PULSE_SERVER, ...screen } });
  } finally {
    keyboard.close();
    await Promise.all([microphone.stop(), display.stop()]);
  }
}

/** Makes a mode with the model the default, and waits for the keys. */
export async function useModel(
  client: Client,
  model: string,
  action: 'toggle' | 'pushToTalk' = 'toggle',
): Promise<string> {
  const { mode } = await client.createMode({ body: { name: model, model, language: 'en' } });
  await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
  await until(async () => {
    const { keys } = (await client.getShortcuts({})).shortcuts;
    return keys.some((key) => key.action === action && key.state === 'active');
  });
  return mode.id;
}

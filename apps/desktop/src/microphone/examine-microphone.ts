import { AppError, type Finding } from '@quoth/contract';
import type { Microphone } from '@quoth/core';

/** How long to listen. */
const LISTEN_MS = 700;
/** How long sleeping sources take to wake up. */
const PATIENCE_MS = 4_000;
const FULL_SCALE = 32_768;

/** What the doctor says of the microphone: opened for a moment, and whether there was any sound. */
export async function examineMicrophone(
  microphone: Pick<Microphone, 'open'>,
  device: string | null,
): Promise<Finding> {
  const title = 'Microphone';
  let peak = 0;
  let receivedMs = 0;
  let end = () => {};
  const listened = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(end, PATIENCE_MS);
  try {
    const open = await microphone.open(device, {
      onBlock: ({ samples }) => {
        for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
        receivedMs += samples.length / 16;
        if (receivedMs >= LISTEN_MS) end();
      },
      onEnd: end,
    });
    await listened;
    await open.close();
    const name = `"${open.device}"`;
    if (receivedMs === 0) return silent(`${name} was opened and gave nothing.`);
    if (peak === 0) return silent(`${name} gives nothing but silence: it may be muted.`);
    const level = Math.round(20 * Math.log10(peak / FULL_SCALE));
    return {
      id: 'microphone',
      title,
      status: 'ok',
      detail: `${name} works; loudest sound just now ${level} dB.`,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      id: 'microphone',
      title,
      status: 'missing',
      detail: error.message,
      ...(error.hint !== undefined && { fix: error.hint }),
    };
  } finally {
    clearTimeout(timer);
  }

  function silent(detail: string): Finding {
    return {
      id: 'microphone',
      title,
      status: 'warning',
      detail,
      fix: 'Choose another one: quoth record --list-devices, then quoth settings set microphone "<name>"',
    };
  }
}

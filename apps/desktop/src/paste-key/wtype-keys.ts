import { execFile } from 'node:child_process';

const PRESS_MS = 5_000;

const words = {
  paste: ['-M', 'shift', '-k', 'Insert', '-m', 'shift'],
  enter: ['-k', 'Return'],
} as const;

/**
 * Presses keys on Wayland by `wtype`, if the compositor offers virtual keyboards (wlroots: sway, Hyprland). It is a separate
 * keyboard: modifiers held on another one do not count. False if it cannot be done.
 */
export function pressByWtype(
  key: keyof typeof words,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('wtype', [...words[key]], { env: { ...env }, timeout: PRESS_MS }, (error) => resolve(!error));
  });
}

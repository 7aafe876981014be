import type { AutostartState } from '@quoth/contract';

/** Whether Quoth starts when its user logs in. One implementation per platform, chosen once at start. */
export interface Autostart {
  /** What the desktop would do at the next login; read again each time, because the desktop's own settings change it, too. */
  state(): Promise<AutostartState>;
  /** Adds or removes our entry; it is not an error if nothing has to change. Throws INVALID_REQUEST if the desktop refuses. */
  switch(isOn: boolean): Promise<void>;
}

/** What an entry starts. */
export interface LaunchCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Environment variables without which another data folder would be used. */
  readonly env: Readonly<Record<string, string>>;
}

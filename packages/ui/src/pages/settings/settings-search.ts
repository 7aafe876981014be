const tabIds = ['connection', 'mcp', 'curl', 'program'] as const;
export type LocalApiTab = (typeof tabIds)[number];

/**
 * Where the settings page is looked at: a section or a setting by its address, and the tab of the API server's panel.
 */
export interface SettingsSearch {
  readonly at?: string;
  readonly tab?: LocalApiTab;
}

/** Reads it from the page's address. */
export function readSettingsSearch({ at, tab }: Record<string, unknown>): SettingsSearch {
  const found = tabIds.find((id) => id === tab);
  return { ...(typeof at === 'string' && { at }), ...(found !== undefined && { tab: found }) };
}

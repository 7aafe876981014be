const tabIds = ['connection', 'mcp', 'curl'] as const;
export type LocalApiTab = (typeof tabIds)[number];

/** Reads the tab out of the address; the first one where it names none. */
export function readTab(search: Record<string, unknown>): { tab?: LocalApiTab } {
  const found = tabIds.find((id) => id === search.tab);
  return found === undefined ? {} : { tab: found };
}

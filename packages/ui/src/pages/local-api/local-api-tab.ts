const tabIds = ['connection', 'mcp', 'curl', 'program'] as const;
type LocalApiTab = (typeof tabIds)[number];

/** Reads the tab from the address; the first one if it names none. */
export function readTab(search: Record<string, unknown>): { tab?: LocalApiTab } {
  const found = tabIds.find((id) => id === search.tab);
  return found === undefined ? {} : { tab: found };
}

/** What macOS and Windows leave out when they compare names (default ignorable code points; HFS+ finds `.git` under such names too). */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A name as a file system that ignores case may see it: folded by Unicode, so that `ſKILL.md` is `skill.md`. */
export function foldedName(name: string): string {
  return name.replace(IGNORABLE, '').normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Files that agents, builds and editors take instructions from, as patterns of folded names: a transcript must not become one. */
const patterns: readonly RegExp[] = [
  /^(claude|agents?|gemini|qwen|codex|cursor|windsurf|cline|aider|copilot|jules|goose|crush|amp|zed)(\.[^.]*)*\.(md|txt|json)$/,
  /^(skills?|warp|memory|memories|conventions?|rules?|instructions?|guidelines?|prompts?|system|context|commands?|hooks?|tools?|persona|soul|identity|heartbeat|bootstrap)(\.[^.]*)*\.(md|txt)$/,
  /(instructions|prompt|chatmode|agent|rules|skill)\.(md|txt)$/,
  /^llms(-full)?\.txt$/,
  /^(cmakelists|robots|crontab|cron|authorized_keys|hosts)\.txt$/,
  /(requirements|constraints)[^/]*\.txt$/,
  /(config|settings|manifest|devcontainer|launch|tasks|extensions|keybindings|credentials|secrets?|servers?)\.json$/,
  /^(package|package-lock|npm-shrinkwrap|composer|deno|bower|lerna|nx|turbo|project|workspace|angular|firebase|vercel|now|renovate|biome|knip|cspell|eslint|prettier|global|app|appsettings|launchsettings|mcp|hooks|plugin|marketplace|opencode)([._-][^.]*)*\.json$/,
  /^(ts|js)config([.-][^.]*)*\.json$/,
  /^mcp[._-].*\.json$/,
];

/** Whether programs may take instructions from a file of this name. */
export function isInstructionFile(name: string): boolean {
  const folded = foldedName(name);
  return patterns.some((pattern) => pattern.test(folded));
}

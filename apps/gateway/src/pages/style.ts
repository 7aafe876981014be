import { createHash } from 'node:crypto';

/** The look of the window, as far as a page without scripts needs it. */
export const style = `
:root { color-scheme: light dark; --text: #1c1c1e; --soft: #63636a; --line: #d9d9de; --ground: #fbfbfc; --accent: #2f5fd0; --warn: #a4460a; }
@media (prefers-color-scheme: dark) { :root { --text: #ececf0; --soft: #a0a0a8; --line: #38383e; --ground: #18181b; --accent: #8fb0ff; --warn: #ffb27a; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: var(--soft); }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.balance { font-size: 2rem; font-variant-numeric: tabular-nums; } .soft { color: var(--soft); } .warn { color: var(--warn); }
input { font: inherit; padding: .4rem .6rem; width: 24rem; max-width: 100%; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; }
button { font: inherit; padding: .4rem .9rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: var(--ground); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** Nothing is loaded, nothing runs, forms go here alone, and nobody frames it. */
export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

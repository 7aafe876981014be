import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The window's colours by their names; what follows `@theme` is only for its build. */
const tokens = readFileSync(fileURLToPath(import.meta.resolve('@quoth/ui/design/tokens.css')), 'utf8')
  .split('@theme')[0]
  ?.replace(/\/\*[\s\S]*?\*\//g, '')
  .trim();

/** The look of the window, reduced to what a page without scripts needs. */
export const style = `
${tokens}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); font: 14px/20px system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; -webkit-font-smoothing: antialiased; overflow-wrap: break-word; }
header { display: flex; align-items: center; justify-content: space-between; gap: 16px; max-width: 920px; margin: 0 auto; padding: 16px 20px; }
header p { margin: 0; font-weight: 600; }
main { max-width: 920px; margin: 0 auto; padding: 8px 20px 64px; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0 0 4px; }
h2 { font-size: 15px; line-height: 20px; font-weight: 600; margin: 40px 0 4px; }
p { margin: 0 0 12px; }
.quiet { color: var(--text-quiet); } .small { font-size: 13px; line-height: 18px; }
.card { background: var(--surface-raised); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 16px 0 0; }
.figures { display: flex; flex-wrap: wrap; gap: 16px 40px; margin: 0; }
.figures div { min-width: 120px; } .figures dt { color: var(--text-quiet); font-size: 13px; line-height: 18px; }
.figures dd { margin: 2px 0 0; font-size: 20px; line-height: 28px; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures .large { font-size: 28px; line-height: 36px; } .figures dd span { font-size: 13px; font-weight: 400; color: var(--text-quiet); }
.chart { display: block; width: 100%; height: 72px; margin-top: 20px; } .chart rect { fill: var(--accent); } .chart .none { fill: var(--line); }
.ends { display: flex; justify-content: space-between; margin: 6px 0 0; color: var(--text-quiet); font-size: 12px; line-height: 16px; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; background: var(--surface-raised); border: 1px solid var(--line); border-radius: 12px; margin-top: 12px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 10px 16px; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; font-size: 13px; line-height: 18px; font-weight: 500; color: var(--text-quiet); white-space: nowrap; }
tbody:first-child tr:first-child td { border-top: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12px; color: var(--text-quiet); }
.nowrap { white-space: nowrap; }
.state { display: flex; align-items: baseline; gap: 6px; } .state::before { content: ""; flex: none; width: 8px; height: 8px; border-radius: 50%; background: var(--success); }
.state.bad::before { background: var(--warning); border-radius: 2px; } .state.off::before { background: transparent; border: 1.5px solid var(--text-quiet); }
.warn { color: var(--warning); background: var(--warning-soft); border-radius: 8px; padding: 10px 12px; }
.enter { max-width: 400px; margin: 12vh auto 0; } label { display: block; font-size: 13px; line-height: 18px; margin-bottom: 6px; }
input { font: inherit; width: 100%; height: 36px; padding: 0 12px; border: 1px solid var(--line-control); border-radius: 8px; background: var(--surface); color: inherit; }
button { font: inherit; height: 36px; padding: 0 16px; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: default; }
button:hover { background: var(--accent-hover); }
button.plain { height: 32px; padding: 0 12px; background: transparent; border-color: var(--line); color: var(--text); } button.plain:hover { background: var(--hover); }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
@media (max-width: 560px) { main, header { padding-left: 16px; padding-right: 16px; } th, td { padding: 10px 12px; } .card { padding: 16px; } .more { display: none; }
.figures { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; } .figures div { min-width: 0; } .figures .large { font-size: 24px; line-height: 32px; } }
`;

/** Loads nothing, runs nothing, sends forms only here, and cannot be framed. */
export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

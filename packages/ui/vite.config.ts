import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import compile from 'icu-minify/compile';
import { defineConfig, type Plugin } from 'vite';

/**
 * Few files: each costs a request, and the browser more time than its few bytes. What the first page needs comes first,
 * each translation is a file of its own, and everything else comes in one piece.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 3 },
  { name: 'record-page', test: /record-page|recent-recordings|answer-schemas/, priority: 2 },
  { name: 'pages', test: /^(?!.*[\\/](?:de|fr|es|ja|pt-BR)\.ts$)/, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiledTexts(), withoutDescriptions(), react(), tailwindcss()],
  // The half of use-intl's formatter that fills in compiled messages.
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  // The policy of the window server allows no data: script or style, and files of their own are kept by the browser.
  build: {
    outDir: '../../dist/quoth/page',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});

/**
 * Compiles the window's ICU messages when the page is built: a browser needs no parser for them, which is 14 kB
 * compressed.
 */
function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    async load(id) {
      if (!/\/src\/text\/(?:en|de|fr|es|ja|pt-BR)\.ts$/.test(id)) return undefined;
      const exported: Readonly<Record<string, unknown>> = await import(id);
      return Object.entries(exported)
        .map(([name, texts]) => `export const ${name} = ${JSON.stringify(compiled(texts))};`)
        .join('\n');
    },
  };
}

/** Leaves out what the contract says about its fields: only the API's reference prints it. */
function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/src\/[\w-]+\.ts$/.test(id)) return undefined;
      return code.replace(/\s*\.describe\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?\s*\)/g, '');
    },
  };
}

function compiled(texts: unknown): unknown {
  if (typeof texts === 'string') return compile(texts);
  return Object.fromEntries(Object.entries(texts as object).map(([key, text]) => [key, compiled(text)]));
}

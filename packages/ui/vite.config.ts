import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // The policy of the window server allows no data: script or style, and files of their own are kept by the browser.
  build: {
    outDir: '../../dist/quoth/page',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

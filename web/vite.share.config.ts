import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The replay as one script and one style sheet, which `shieldwall share` puts into a single file.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  publicDir: false,
  build: {
    outDir: process.env.SHIELDWALL_PAGE_OUT ?? "../src/shieldwall/table/page",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    target: "es2022",
    reportCompressedSize: false,
    rollupOptions: {
      input: "src/share.ts",
      output: {
        format: "iife",
        entryFileNames: "share/share.js",
        assetFileNames: "share/share[extname]",
      },
    },
  },
});

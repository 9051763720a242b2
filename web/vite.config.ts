import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page goes into the Python package. Nothing is inlined: the server's content security policy
// allows files of its own and nothing else. `npm run dev` talks to a `shieldwall serve` beside it.
const server = process.env.SHIELDWALL_SERVER ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: process.env.SHIELDWALL_PAGE_OUT ?? "../src/shieldwall/table/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      // The server only accepts requests from its own pages.
      "/api": { target: server, changeOrigin: true, headers: { origin: server } },
      "/ws": { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
    },
  },
});

// Builds the pages of all languages into one folder.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { configOf, pages } from "./vite-config.js";

rmSync(join(import.meta.dirname, "dist/site"), { recursive: true, force: true });
for (const language of Object.keys(pages))
  await build({ configFile: false, ...configOf(language) });

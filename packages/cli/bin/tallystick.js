#!/usr/bin/env -S node --max-semi-space-size=64
// A file of the sources: npm links a command when it installs, which is before anything is built.
import { existsSync } from "node:fs";

const main = new URL("../dist/bundle/main.js", import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('tallystick: not built yet; run "npm run build" first');
  process.exitCode = 1;
}

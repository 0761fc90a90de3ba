import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const peersFolder = fileURLToPath(new URL("../../peers", import.meta.url));

/** The last thing an install makes. */
const installedMark = join(peersFolder, "node_modules/sqlite3/build/Release/node_sqlite3.node");

/** True when the libraries the ledger is compared with are there. */
export const peersInstalled = (): boolean => existsSync(installedMark);

/**
 * Installs the libraries the ledger is compared with, from their own lock file.
 * @returns rejects when npm fails
 */
export const installPeers = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const npm = spawn("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: peersFolder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    npm.once("error", reject);
    npm.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ci in packages/bench/peers ended with ${code ?? "a signal"}`));
    });
  });

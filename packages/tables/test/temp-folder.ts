import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const undo: Array<() => Promise<void> | void> = [];

/** Runs at the end of the running test. */
export const afterwards = (action: () => Promise<void> | void): void => {
  undo.unshift(action);
};

if ("afterEach" in globalThis) {
  afterEach(async () => {
    for (const action of undo.splice(0)) await action();
  });
}

/** A folder for the running test. */
export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "tallystick-tables-"));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

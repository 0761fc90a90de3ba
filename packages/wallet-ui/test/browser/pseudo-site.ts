import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** The package; this file is compiled into `dist/test/browser`. */
const packageFolder = fileURLToPath(new URL("../../../", import.meta.url));

/** Builds the site with each text in the pseudo language. */
export const buildPseudoSite = async (): Promise<{
  readonly folder: string;
  readonly remove: () => void;
}> => {
  const folder = mkdtempSync(join(tmpdir(), "wallet-pseudo-"));
  await build({
    configFile: join(packageFolder, "vite-config.js"),
    build: { outDir: folder },
    plugins: [
      {
        name: "pseudo-language",
        enforce: "pre",
        resolveId: (source) =>
          source.endsWith("/messages/catalogue.js")
            ? join(packageFolder, "test/browser/pseudo-catalogue.ts")
            : undefined,
      },
    ],
  });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
};

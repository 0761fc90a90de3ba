import { fileURLToPath } from "node:url";

/** The folder of the built wallet: its index.html, and the files that names. */
export const siteFolder = fileURLToPath(new URL("../site/", import.meta.url));

// The browser of the tests: one that is named, one of the machine, or one of the registry.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installTool } from "./install.js";
import { readProgram } from "./run-program.js";

/** Names the browser, so that none is looked for. */
export const BROWSER_VARIABLE = "TALLYSTICK_CHROMIUM";

/** Where the browser of the registry has its own lock file; it is installed on first use. */
const TOOL = "packages/dev/browser";

/** What to do where the registry has no browser for the machine. */
const BROWSER_ADVICE = `install Chromium or Chrome (Debian: apt-get install chromium), or name one with ${BROWSER_VARIABLE}`;

/** How long a browser may take to print its version, before it counts as one that hangs. */
const VERSION_TIMEOUT_MS = 60_000;

/** Commands that systems install. */
const COMMANDS = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome.exe",
];

/** Where systems install it outside of the PATH. */
const PLACES = [
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((name) =>
    process.env[name] === undefined
      ? []
      : [`${process.env[name]}\\Google\\Chrome\\Application\\chrome.exe`],
  ),
];

/**
 * Finds a browser, or installs one.
 *
 * @param {string} root
 * @param {{ places?: readonly string[], install?: (root: string) => Promise<string> }} [options]
 * where to look, and how to install
 * @returns {Promise<{ path: string } | { missing: string }>} `missing` says why there is none and
 * what to install; rejected when the variable names what is no browser
 */
export async function findBrowser(root, { places = systemPlaces(), install = installed } = {}) {
  const named = process.env[BROWSER_VARIABLE];
  if (named !== undefined && named !== "") {
    const reason = await reasonNotToRun(named);
    if (reason === undefined) return { path: named };
    throw new Error(`${BROWSER_VARIABLE} is "${named}", which is no browser that runs: ${reason}.`);
  }
  for (const place of places)
    if (existsSync(place) && (await reasonNotToRun(place)) === undefined) return { path: place };
  try {
    return { path: await install(root) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { missing: `${reason}; ${BROWSER_ADVICE}` };
  }
}

function systemPlaces() {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return [
    ...COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command))),
    ...PLACES,
  ];
}

/**
 * A package of the system may be a script that only says how to install the browser.
 *
 * @param {string} path
 * @returns {Promise<string | undefined>} undefined for a browser that prints its version
 */
async function reasonNotToRun(path) {
  if (!existsSync(path)) return "there is no such file";
  // there it opens a window
  if (process.platform === "win32") return undefined;
  const options = { timeoutMs: VERSION_TIMEOUT_MS };
  try {
    const { exitCode, stdout, stderr } = await readProgram(".", path, ["--version"], options);
    if (exitCode === 0 && /Chrom/.test(stdout)) return undefined;
    return (stderr || stdout).trim().split("\n")[0] || `exit code ${exitCode}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * The browser of the registry, unpacked beside its package with the libraries and letters that come
 * with it. It is for Linux on x64.
 *
 * @param {string} root
 * @returns {Promise<string>} a program that starts it; rejected with the reason when there is none
 */
async function installed(root) {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(`the registry has no browser for ${process.platform} on ${process.arch}`);
  const modules = join(root, TOOL, "node_modules");
  const folder = join(modules, ".unpacked");
  const program = join(folder, "run");
  if (!existsSync(program)) {
    console.error("Installing a browser for the tests (70 MB)");
    await installTool(root, TOOL);
    await unpack(modules, folder);
  }
  const reason = await reasonNotToRun(program);
  if (reason !== undefined) throw new Error(`the browser of the registry does not run: ${reason}`);
  return program;
}

/**
 * Its package unpacks into the folder of temporary files, which another user or an unpacking that
 * was ended may have left half full.
 *
 * @param {string} modules
 * @param {string} folder what is unpacked
 */
async function unpack(modules, folder) {
  const making = `${folder}-${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const own = join(modules, "@sparticuz/chromium");
  const script =
    `import { inflate } from ${JSON.stringify(join(own, "build/index.js"))};` +
    `for (const name of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"])` +
    `  await inflate(${JSON.stringify(`${own}/bin/`)} + name);`;
  const args = ["--input-type=module", "--eval", script];
  const env = { ...process.env, TMPDIR: making };
  const { exitCode, stderr } = await readProgram(modules, process.execPath, args, { env });
  if (exitCode !== 0) throw new Error(`the browser cannot be unpacked: ${stderr.trim()}`);
  writeFileSync(join(making, "fonts.conf"), fontsOf(folder));
  writeFileSync(join(making, "run"), launcher, { mode: 0o755 });
  rmSync(folder, { recursive: true, force: true });
  renameSync(making, folder);
}

/** The letters of the system, and those of the package. @param {string} folder */
const fontsOf = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

/** The libraries of the system come first; those of the package are for a system without. */
const launcher = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib64:/usr/lib64:$here/al2023/lib"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

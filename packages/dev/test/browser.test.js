import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { BROWSER_VARIABLE, findBrowser } from "../src/browser.js";

const NO_BROWSER = "#!/bin/sh\necho 'install the snap first' >&2\nexit 1\n";
const BROWSER = "#!/bin/sh\necho Chromium 150.0\n";

describe("The browser of the tests", function () {
  // programs there are files of another kind
  if (process.platform === "win32") return;
  /** @type {string} */
  let root;
  /** @type {string | undefined} */
  let named;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-browser-"));
    named = process.env[BROWSER_VARIABLE];
    delete process.env[BROWSER_VARIABLE];
  });
  afterEach(() => {
    if (named !== undefined) process.env[BROWSER_VARIABLE] = named;
    else delete process.env[BROWSER_VARIABLE];
    rmSync(root, { recursive: true });
  });

  /** @param {string} name @param {string} text */
  function program(name, text) {
    const path = join(root, name);
    writeFileSync(path, text, { mode: 0o755 });
    return path;
  }
  const install = async () => "the one of the registry";

  it("is the one that is named", async () => {
    const places = [program("chromium", BROWSER)];
    const path = program("mine", BROWSER);
    process.env[BROWSER_VARIABLE] = path;
    expect(await findBrowser(root, { places, install })).to.deep.equal({ path });
  });

  it("must run when it is named", async () => {
    process.env[BROWSER_VARIABLE] = join(root, "gone");
    const gone = await findBrowser(root, { places: [], install }).catch(String);
    expect(gone).to.contain("which is no browser that runs: there is no such file");
    process.env[BROWSER_VARIABLE] = program("stub", NO_BROWSER);
    const stub = await findBrowser(root, { places: [], install }).catch(String);
    expect(stub).to.contain("install the snap first");
  });

  it("is one of the system that runs, else one of the registry", async () => {
    const stub = program("chromium-browser", NO_BROWSER);
    const path = program("google-chrome", BROWSER);
    const places = [join(root, "gone"), stub, path];
    expect(await findBrowser(root, { places, install })).to.deep.equal({ path });
    const found = await findBrowser(root, { places: [stub], install });
    expect(found).to.deep.equal({ path: "the one of the registry" });
  });

  it("is missing with what to install where the registry has none", async () => {
    const places = [program("chromium-browser", NO_BROWSER)];
    const fails = () => Promise.reject(new Error("getaddrinfo ENOTFOUND registry"));
    const found = await findBrowser(root, { places, install: fails });
    expect(found)
      .to.have.property("missing")
      .that.matches(
        /^getaddrinfo ENOTFOUND registry; install Chromium or Chrome .*TALLYSTICK_CHROMIUM$/,
      );
  });
});

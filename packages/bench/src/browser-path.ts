import { existsSync } from "node:fs";

/** The Chromium of the `ui` rows: Debian's, or the one that TALLYSTICK_CHROMIUM names. */
export const browserPath = process.env["TALLYSTICK_CHROMIUM"] ?? "/usr/bin/chromium";

/** Whether there is a browser to measure with. */
export const hasBrowser = (): boolean => existsSync(browserPath);

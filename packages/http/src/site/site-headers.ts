import type { BrowserLogin } from "../auth/browser-login.js";

/** A host and port as browsers send them. */
const plainHost = /^[\w.:[\]-]{1,255}$/;

/** Pages that another page opens and that answer to it; a login comes back in between. */
const popups = /^\/wallet\/(connect|approve|callback)(\/|$)/;

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "");

/**
 * What a page may load. Its own websockets are named, as not every browser counts them as its own
 * origin.
 */
const contentPolicy = (host: string, login: BrowserLogin | undefined): string => {
  const sockets = plainHost.test(host) ? ` ws://${host} wss://${host}` : "";
  const issuer = login === undefined ? "" : ` ${originOf(login.issuer)}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${sockets}${issuer}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
};

/** The headers of each file of the site (wallet-ui: nothing runs that is not a file of it). */
export const siteHeaders = (
  path: string,
  host: string,
  login: BrowserLogin | undefined,
): Readonly<Record<string, string>> => ({
  "Content-Security-Policy": contentPolicy(host, login),
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": popups.test(path) ? "unsafe-none" : "same-origin",
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
    "magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
});

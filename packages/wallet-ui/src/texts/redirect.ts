import { safeLink } from "./safe-link.js";
import { messages } from "./messages.js";

/** What to do with the address that a page was opened with to return to. */
type RedirectRule =
  | { readonly kind: "none" }
  /** It belongs to the provider of the request. */
  | { readonly kind: "follow"; readonly href: string }
  | { readonly kind: "ask"; readonly href: string; readonly host: string }
  /** Never followed. */
  | { readonly kind: "refuse"; readonly reason: string };

const isLoopback = (host: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

/**
 * Whether to follow the address in `redirect` after a payment was confirmed.
 * @param redirect the parameter as it came; null when there is none
 * @param providerOrigins origins that belong to the provider of the request
 */
export const redirectRule = (
  redirect: string | null,
  providerOrigins: ReadonlyArray<string>,
): RedirectRule => {
  if (redirect === null || redirect === "") return { kind: "none" };
  const link = safeLink(redirect);
  if (link === undefined) return { kind: "refuse", reason: messages.redirect.notHttp };
  const { href, host } = link;
  const { origin, protocol } = new URL(href);
  if (protocol === "http:" && !isLoopback(host))
    return { kind: "refuse", reason: messages.redirect.notEncrypted({ host }) };
  return providerOrigins.includes(origin) ? { kind: "follow", href } : { kind: "ask", href, host };
};

/** Longest address that is followed. */
const maxLinkLength = 2048;

/** An address that may become a link: where it leads, and its host to be shown. */
interface SafeLink {
  readonly href: string;
  /** Host and port; names outside of ASCII in their encoded form. */
  readonly host: string;
}

/**
 * The link for an address that someone else wrote; undefined for anything but an absolute http or
 * https address without user name and password.
 */
export const safeLink = (address: string): SafeLink | undefined => {
  // URL drops line breaks and leading spaces, so that what is checked would not be what is written
  if (address.length > maxLinkLength || !/^https?:\/\/[^\s\\]+$/i.test(address)) return undefined;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, password, href } = new URL(address);
  const isPlain = username === "" && password === "";
  return (protocol === "http:" || protocol === "https:") && isPlain ? { href, host } : undefined;
};

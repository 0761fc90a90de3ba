/** Where this browser keeps when a party's wallet was open last. */
const keyOf = (network: string, party: string): string => `tallystick.seen.${network}.${party}`;

/** Who is away for less has not been away; milliseconds. */
const leastAwayMs = 60_000;

/** What was stored when this document first showed the wallet of a party. */
const found = new Map<string, number | undefined>();

const stored = (storage: Storage, key: string): number | undefined => {
  const text = storage.getItem(key) ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

/**
 * When the wallet of a party was open last in this browser, before it was opened now; milliseconds
 * since 1970. Undefined: never, or less than a minute ago.
 *
 * @param nowMs by the same clock as that of `noteVisit`
 */
export const lastVisit = (
  storage: Storage,
  network: string,
  party: string,
  nowMs: number,
): number | undefined => {
  const key = keyOf(network, party);
  if (!found.has(key)) {
    const at = stored(storage, key);
    found.set(key, at !== undefined && nowMs - at >= leastAwayMs ? at : undefined);
  }
  return found.get(key);
};

/** Notes that the wallet of a party is open still. */
export const noteVisit = (storage: Storage, network: string, party: string, nowMs: number): void =>
  storage.setItem(keyOf(network, party), String(nowMs));

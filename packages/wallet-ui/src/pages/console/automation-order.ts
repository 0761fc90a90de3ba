type Named = readonly [
  name: string,
  status: {
    readonly last_failed_at?: string | null | undefined;
    readonly lacking: ReadonlyArray<unknown>;
  },
];

/**
 * The order of automations: what failed last comes first, then what lacks coins, then the others by
 * their names.
 */
export const compareAutomations = ([a, one]: Named, [b, other]: Named): number =>
  (other.last_failed_at ?? "").localeCompare(one.last_failed_at ?? "") ||
  Math.sign(other.lacking.length) - Math.sign(one.lacking.length) ||
  a.localeCompare(b);

import { createHash } from "node:crypto";

/** As long as those of the recording: lengths are part of some answers. */
const prefixOf = (seed: number): string => `s${String(seed).padStart(12, "0")}-`;

/** A position before it is a rank among those of the sequence. */
export class Place {
  constructor(readonly position: bigint) {}
}

/** A UUID that a text stands for. */
export const uuidOf = (name: string): string => {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The names of one sequence: of its streams, its events and the places that were answered. */
export class SequenceNames {
  private readonly prefix: string;
  private readonly names = new Map<string, string>();
  private readonly positions: bigint[] = [];

  constructor(seed: number) {
    this.prefix = prefixOf(seed);
  }

  /** Puts the prefix of the sequence into a text of the recording. */
  prefixed(text: string): string {
    return text.replaceAll("@", this.prefix);
  }

  stream(name = ""): string {
    return name.replace("@", this.prefix);
  }

  shown(text: string): string {
    return text.replaceAll(this.prefix, "@");
  }

  id(name: string): string {
    const id = uuidOf(`${this.prefix}${name}`);
    this.names.set(id, name);
    return id;
  }

  nameOf(id: string): string {
    return this.names.get(id) ?? "gen";
  }

  /** Where something was written, to begin later reads there. */
  remember(position: bigint, isRemembered: boolean): void {
    if (isRemembered) this.positions.push(position);
  }

  /** The place that a successful append answered; undefined before the first of them. */
  position({ pos }: { readonly pos: number }): bigint | undefined {
    return this.positions[Math.min(pos, this.positions.length - 1)];
  }
}

const rankOf = ({ position }: Place, places: ReadonlyArray<bigint>): string => {
  const rank = places.indexOf(position);
  if (rank >= 0) return `p${rank}`;
  if (position === 0n) return "p=0";
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return "p<";
  return position < first ? "p<" : position > last ? "p>" : "p?";
};

/** An answer with its places as ranks among those of the events of a sequence. */
export const ranked = (value: unknown, places: ReadonlyArray<bigint>): unknown => {
  if (value instanceof Place) return rankOf(value, places);
  if (Array.isArray(value)) return value.map((each) => ranked(each, places));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, ranked(inner, places)]),
  );
};

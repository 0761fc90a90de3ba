/** Two settings that only work together in one order. */
export interface SettingRelation<C> {
  readonly setting: string;
  readonly is: "at least" | "at most" | "more than" | "less than";
  /** It is twice the other that is compared. */
  readonly isTwice?: boolean;
  readonly than: string;
  /** Their values, of the setting first, in the same unit. */
  readonly valuesOf: (config: C) => readonly [number, number];
  /** A value as a text for people. */
  readonly shown: (value: number) => string;
  /** Where it is looked at; default: always. */
  readonly when?: (config: C) => boolean;
  /** What goes wrong otherwise, for docs/configuration.md. */
  readonly why: string;
}

const holds: Readonly<Record<SettingRelation<unknown>["is"], (a: number, b: number) => boolean>> = {
  "at least": (a, b) => a >= b,
  "at most": (a, b) => a <= b,
  "more than": (a, b) => a > b,
  "less than": (a, b) => a < b,
};

/** What a relation expects, `at least twice writerBeatMs`. */
export const relationText = <C>({ is, isTwice, than }: SettingRelation<C>, prefix = ""): string =>
  `${is} ${isTwice === true ? "twice " : ""}${prefix}${than}`;

/**
 * The errors of settings that are valid by themselves and do not work together, each with both
 * names and both values.
 *
 * @param prefix of the names, `ledger.`
 */
export const brokenRelations = <C>(
  relations: ReadonlyArray<SettingRelation<C>>,
  config: C,
  prefix = "",
): ReadonlyArray<string> =>
  relations.flatMap((relation) => {
    const { setting, is, isTwice, valuesOf, shown, when = () => true } = relation;
    const [value, other] = valuesOf(config);
    if (!when(config) || holds[is](value, isTwice === true ? 2 * other : other)) return [];
    return [
      `${prefix}${setting}: expected ${relationText(relation, prefix)}, which is ${shown(other)}, found ${shown(value)}`,
    ];
  });

import type { SchemaType, WireReadable } from "./schema-type.js";
import { settingsObject } from "./settings-object.js";
import { optional, type WireField } from "./wire-field.js";
import type { WireObject } from "./wire-type.js";

/** What a start does with another value than an earlier start of the same journal had. */
export interface LaterStart {
  /** "rejected": the start fails, names both values and says what to do. */
  readonly does: "takes effect" | "is refused";
  /** For docs/configuration.md: from when it takes effect, or where it is rejected. */
  readonly text: string;
}

/** Another value takes effect. @param text from when on */
export const takesEffect = (text: string): LaterStart => ({ does: "takes effect", text });

/** Another value is rejected. @param text where and why */
export const isRefused = (text: string): LaterStart => ({ does: "is refused", text });

/** Another value takes effect at the start that has it. */
export const atThatStart = takesEffect("takes effect");

/** A setting, or each of a section. */
export interface SettingRow {
  /** Its place below its section; the names of sections are separated by dots. */
  readonly path: string;
  readonly later: LaterStart;
}

/** A setting or a section of them as a field; each setting says what a later start does. */
export type SettingField<A> = WireField<A> & {
  readonly presence: "optional";
  readonly rows: ReadonlyArray<SettingRow>;
};

/** A setting that may be absent. */
export const setting = <A>(type: WireReadable<A>, later: LaterStart): SettingField<A> => ({
  ...optional(type),
  rows: [{ path: "", later }],
});

const pathOf = (name: string, { path }: SettingRow): string =>
  path === "" ? name : `${name}.${path}`;

/**
 * A section of settings that may be absent, see `settingsObject`.
 *
 * @param keyOf the same text for two spellings of one key
 */
export const settingsSection = <F extends Readonly<Record<string, SettingField<unknown>>>>(
  name: string,
  fields: F,
  keyOf?: (key: string) => string,
): SettingField<WireObject<F>> & { readonly type: SchemaType<WireObject<F>> } => {
  const type = settingsObject(name, fields, keyOf);
  const rows = Object.entries(fields).flatMap(([field, { rows: own }]) =>
    own.map((row) => ({ path: pathOf(field, row), later: row.later })),
  );
  return { ...optional(type), type, rows };
};

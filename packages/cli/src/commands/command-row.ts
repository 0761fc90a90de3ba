/** One flag of a command. `parseArgs` of Node reads the first three fields. */
export interface FlagRow {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly short?: string;
  /** What is written for the value in help texts, such as `PORT`; none of a switch. */
  readonly value?: string;
  /** All values there are, where they can be listed. */
  readonly values?: ReadonlyArray<string>;
  /** The environment variable that says the same. */
  readonly variable?: string;
  readonly text: string;
}

/** One command: help, completion, documents and the reading of arguments follow from it. */
export interface CommandRow {
  readonly text: string;
  /** Arguments without a flag, in brackets where they may be left out: `[USER]`. */
  readonly arguments: ReadonlyArray<string>;
  /** What the first argument may be, where that can be listed. */
  readonly values?: ReadonlyArray<string>;
  readonly flags: Readonly<Record<string, FlagRow>>;
}

type ValueOf<R extends FlagRow> = R extends { readonly multiple: true }
  ? ReadonlyArray<string>
  : R extends { readonly type: "boolean" }
    ? boolean
    : string;

export type FlagValues<F extends CommandRow["flags"]> = {
  readonly [N in keyof F]?: ValueOf<F[N]> | undefined;
};

export interface Arguments {
  /** One history, to replay. */
  readonly seed: number | undefined;
  readonly from: number;
  readonly histories: number;
  readonly seconds: number | undefined;
  readonly canaries: boolean;
}

/** How the command is called. */
export const usage = `npm run simulate -- [--histories N] [--seconds S] [--from SEED]
npm run simulate -- --seed N
npm run simulate -- --canaries`;

const defaults: Arguments = {
  seed: undefined,
  from: 1,
  histories: 1_000,
  seconds: undefined,
  canaries: false,
};

const numbers = ["seed", "from", "histories", "seconds"] as const;

/** Reads arguments; a text says what is wrong with them. */
export const readArguments = (args: ReadonlyArray<string>): Arguments | string => {
  let read = defaults;
  for (let at = 0; at < args.length; at++) {
    const flag = args[at] ?? "";
    if (flag === "--canaries") {
      read = { ...read, canaries: true };
      continue;
    }
    const name = numbers.find((each) => flag === `--${each}`);
    if (name === undefined) return `found ${flag}, expected one of the flags below`;
    const value = args[++at];
    if (value === undefined || !/^\d{1,15}$/.test(value) || Number(value) < 1)
      return `${flag}: found ${value ?? "nothing"}, expected a whole number from 1 on`;
    read = { ...read, [name]: Number(value) };
  }
  return read;
};

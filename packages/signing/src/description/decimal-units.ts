const DECIMAL = /^(?<sign>-?)(?<whole>[0-9]{1,28})\.(?<fraction>[0-9]{10})$/;

/** The units of 10^-10 of a decimal in a transaction; undefined for anything else. */
export const unitsOf = (text: string | undefined): bigint | undefined => {
  const { sign, whole, fraction } = DECIMAL.exec(text ?? "")?.groups ?? {};
  if (whole === undefined || fraction === undefined) return undefined;

  const units = BigInt(whole + fraction);
  return sign === "-" ? -units : units;
};

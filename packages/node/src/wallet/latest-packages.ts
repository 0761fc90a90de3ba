import { coinRelease, type Release } from "@tallystick/coin";
import {
  type LedgerError,
  microsFromText,
  type PackageReference,
  type VettingChange,
} from "@tallystick/core";
import { type Either, isLeft, isRight, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import type { WalletError } from "./wallet-error.js";

/** What a setting says when the earlier packages are to be used for good. */
const never = "never";

/** The packages of the coin that the latest release of the network has in a version of its own. */
const latest: ReadonlyArray<PackageReference> = coinRelease["0.6.12"]
  .filter((each) => !coinRelease["0.6.1"].includes(each))
  .map(({ packageId = "" }) => ({ packageId, packageName: "", packageVersion: "" }));

const microsOf = (text: string): Either<WalletError, bigint> =>
  mapLeft(
    (): WalletError => ({
      kind: "wallet",
      message: `latestPackagesFrom: found ${text}, expected a time such as 2026-07-08T00:00:00Z, or never`,
    }),
  )(microsFromText(text));

/**
 * Whose packages commands use at a time.
 *
 * @param from a time as text, or `never`; undefined: the latest at once
 * @param now microseconds since the Unix epoch
 */
export const releaseAt = (from: string | undefined, now: number): Release => {
  if (from === undefined) return "0.6.12";
  const micros = from === never ? undefined : microsOf(from);
  const isBegun = micros !== undefined && isRight(micros) && micros.right <= BigInt(now);
  return isBegun ? "0.6.12" : "0.6.1";
};

/** The change of the vetting that makes commands use the latest packages from a time on. */
const changeTo = (from: string): Either<WalletError, VettingChange> =>
  from === never
    ? right({ kind: "unvet", packages: latest })
    : map(
        (validFromInclusive: bigint): VettingChange => ({
          kind: "vet",
          packages: latest,
          validFromInclusive,
        }),
      )(microsOf(from));

/**
 * Vets the latest packages of the coin from a time on: before it, commands use the earlier ones.
 *
 * @param from a time as text, or `never`
 */
export const vetLatestPackages = async (
  ledger: Pick<Ledger, "updateVetting">,
  from: string,
): Promise<Either<WalletError, void>> => {
  const change = changeTo(from);
  if (isLeft(change)) return change;
  const outcome = await ledger.updateVetting({
    changes: [change.right],
    dryRun: false,
    allowUnvettedDependencies: true,
  });
  return isLeft(outcome) ? left(notVetted(outcome.left)) : right(undefined);
};

const notVetted = ({ cause }: LedgerError): WalletError => ({
  kind: "wallet",
  message: `the packages of the coin cannot be vetted: ${cause}`,
});

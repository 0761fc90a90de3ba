import { invalidArgument, timestampFromText, timestampToText } from "@tallystick/core";
import { LedgerFailure, type ManualClock, orThrow, type Wallet } from "@tallystick/node";
import {
  required,
  wireArray,
  wireEmptyNamed,
  wireObject,
  wireOffset,
  wirePartyId,
  wireString,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { anyCaller, type Endpoint, endpoint } from "../endpoints/endpoint.js";
import { listedParties } from "../v2/parties/parties-get.js";

const KnownPackages = wireObject("ListKnownPackagesResponse", {
  packageDetails: required(
    wireArray(
      wireObject("PackageDetails", {
        packageId: required(wireString),
        packageSize: required(wireOffset),
        knownSince: required(wireString),
        name: required(wireString),
        version: required(wireString),
      }),
    ),
  ),
});

/** The packages with their sizes; 0 for one given in TypeScript, which has no archive. */
const knownPackages = endpoint({
  method: "GET",
  path: "/in-process/known-packages",
  summary: "List the known packages",
  response: KnownPackages,
  rights: () => [{ kind: "participant-admin" }],
  isLongRead: true,
  handle: async (_request, { ledger }) => {
    const packageDetails = [];
    for (const { packageId, name, version, knownSince } of ledger.knownPackages()) {
      const archive = await ledger.packageArchive(packageId);
      const packageSize = isLeft(archive) ? 0 : archive.right.payload.length;
      const since = timestampToText(knownSince);
      packageDetails.push({ packageId, packageSize, knownSince: since, name, version });
    }
    return { packageDetails };
  },
});

/** Moves a party to another identity provider, which the JSON Ledger API cannot do. */
const partyProvider = endpoint({
  method: "POST",
  path: "/in-process/party-provider",
  summary: "Move a party to another identity provider",
  body: wireObject("UpdatePartyIdentityProviderIdRequest", {
    party: required(wirePartyId),
    sourceIdentityProviderId: required(wireString),
    targetIdentityProviderId: required(wireString),
  }),
  response: wireEmptyNamed("UpdatePartyIdentityProviderIdResponse"),
  rights: () => [{ kind: "participant-admin" }],
  handle: async ({ body }, { ledger }) => {
    const { party, sourceIdentityProviderId, targetIdentityProviderId } = body;
    orThrow(await ledger.moveParty(party, sourceIdentityProviderId, targetIdentityProviderId));
    return {};
  },
});

const Time = wireObject("GetTimeResponse", { currentTime: required(wireString) });

const timeIn = (text: string, field: string): number => {
  const time = timestampFromText(text);
  if (isLeft(time)) throw new LedgerFailure(invalidArgument(time.left.reason, field));
  return time.right;
};

/** Reading and moving a clock that is driven by hand. */
const clockRows = (wallet: Wallet, clock: ManualClock): ReadonlyArray<Endpoint> => [
  endpoint({
    method: "GET",
    path: "/in-process/time",
    summary: "Read the clock",
    response: Time,
    rights: anyCaller,
    handle: () => ({ currentTime: timestampToText(clock.now()) }),
  }),
  endpoint({
    method: "POST",
    path: "/in-process/time",
    summary: "Move the clock forward",
    body: wireObject("SetTimeRequest", {
      currentTime: required(wireString),
      newTime: required(wireString),
    }),
    rights: () => [{ kind: "participant-admin" }],
    handle: async ({ body: { currentTime, newTime } }) => {
      const now = clock.now();
      if (timeIn(currentTime, "currentTime") !== now) {
        const reason = `found ${currentTime}, but the time is ${timestampToText(now)}`;
        throw new LedgerFailure(invalidArgument(reason, "currentTime"));
      }
      const step = timeIn(newTime, "newTime") - now;
      if (step < 0 || (step > 0 && clock.advance(step) === undefined)) {
        const reason = `expected a time after ${timestampToText(now)} and before the year 2255`;
        throw new LedgerFailure(invalidArgument(reason, "newTime"));
      }
      await wallet.scheduler.settle();
    },
  }),
];

/** Rows of calls that the JSON Ledger API does not have; they are not served over HTTP. */
export const inProcessRows = (wallet: Wallet | undefined): ReadonlyArray<Endpoint> => {
  const clock = wallet?.manualClock;
  const rows = [knownPackages, listedParties, partyProvider];
  return wallet === undefined || clock === undefined
    ? rows
    : [...rows, ...clockRows(wallet, clock)];
};

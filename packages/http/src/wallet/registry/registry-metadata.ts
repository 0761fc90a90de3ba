import { allocationV2, coinInstrumentName, ExternalPartyAmuletRules } from "@tallystick/coin";
import { numericFromUnits, numericToText, templateNameOf, timestampToText } from "@tallystick/core";
import type { Ledger, Wallet } from "@tallystick/node";
import {
  oneOf,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireInt64,
  wireMap,
  wireObject,
  wireString,
  queryInt32,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { optionalNumber } from "../rows/value-codecs.js";
import { refused, type WalletAccess, walletRow, type WalletServices } from "../rows/wallet-row.js";

/** Answer of `GET /registry/metadata/v1/info` (wallet 11.5). */
export const RegistryInfo = wireObject("GetRegistryInfoResponse", {
  adminId: required(wireString),
  supportedApis: required(wireMap(wireInt64)),
});

/** A field that wallets show in forms for accounts that are not basic. */
type AccountInputField = "provider" | "accountId";

/** An instrument in the registry (wallet 11.5, and since token-metadata 1.2 the pause). */
export const InstrumentWire = wireObject("Instrument", {
  id: required(wireString),
  name: required(wireString),
  symbol: required(wireString),
  totalSupply: optional(wireString),
  totalSupplyAsOf: optional(wireString),
  decimals: required(wireInt64),
  paused: required(wireBoolean),
  pauseInfo: optional(
    wireObject("PauseInfo", { reason: optional(wireString), until: optional(wireString) }),
  ),
  showAccountInputFields: required(wireBoolean),
  accountInputFieldsToShow: required(wireArray(oneOf<AccountInputField>("provider", "accountId"))),
  supportedApis: required(wireMap(wireInt64)),
});

/** Answer of `GET /registry/metadata/v1/instruments` (wallet 11.5). */
export const InstrumentsWire = wireObject("ListInstrumentsResponse", {
  instruments: required(wireArray(InstrumentWire)),
  nextPageToken: optional(wireString),
});

/** The total supply at the time of the last transaction; absent when it exceeds a Numeric. */
const supplyOf = ({ views, settings }: Wallet) => {
  const supply = numericFromUnits(views.supply(settings.dso));
  return isLeft(supply)
    ? {}
    : {
        totalSupply: numericToText(supply.right),
        totalSupplyAsOf: timestampToText(views.lastRecordTime()),
      };
};

/** The interfaces of the coin; the number is the minor version of each. */
const apisV1 = {
  "splice-api-token-metadata-v1": 1,
  "splice-api-token-holding-v1": 1,
  "splice-api-token-transfer-instruction-v1": 1,
  "splice-api-token-allocation-v1": 1,
  "splice-api-token-allocation-instruction-v1": 1,
};

const apisV2 = {
  "splice-api-token-holding-v2": 1,
  "splice-api-token-transfer-instruction-v2": 1,
  "splice-api-token-allocation-v2": 1,
  "splice-api-token-allocation-instruction-v2": 1,
  "splice-api-token-transfer-events-v2": 1,
};

const settlementFactory = `#splice-api-token-allocation-v2:${allocationV2.SettlementFactory.name}`;

/** Whether the coin that commands use has the interfaces of the second version. */
const hasV2 = ({ catalog, vetting }: Ledger, now: number): boolean => {
  const found = catalog.interfacesMatching(settlementFactory);
  if (isLeft(found)) return false;
  const packages = found.right.flatMap((interfaceId) =>
    catalog
      .implementers(interfaceId)
      .filter((templateId) => templateNameOf(templateId) === ExternalPartyAmuletRules.name)
      .map((templateId) => catalog.viewPackage(interfaceId, templateId)),
  );
  return vetting().packages.some(
    ({ packageId, validFromInclusive: from = 0n, validUntilExclusive: until }) =>
      packages.includes(packageId) && from <= now && (until === undefined || now < until),
  );
};

const coin = ({ wallet, ledger }: WalletServices): TypeOf<typeof InstrumentWire> => ({
  id: coinInstrumentName,
  name: "Amulet",
  symbol: "CC",
  ...supplyOf(wallet),
  decimals: 10,
  // nothing stops the coin, and its accounts are basic
  paused: false,
  showAccountInputFields: false,
  accountInputFieldsToShow: [],
  supportedApis: hasV2(ledger, wallet.now()) ? { ...apisV1, ...apisV2 } : apisV1,
});

/** Query of the list of instruments (wallet 11.5); one page has them all. */
export const InstrumentsQuery = wireObject("InstrumentsQuery", {
  pageSize: optionalNumber(queryInt32),
  pageToken: optional(wireString),
});

export const InstrumentPath = wireObject("InstrumentPath", { instrumentId: required(wireString) });

/** The rows about the registry and its instruments (wallet 11.5), below a base path. */
export const metadataRows = (base: string, access: WalletAccess): ReadonlyArray<Endpoint> => [
  walletRow({
    method: "GET",
    path: `${base}/registry/metadata/v1/info`,
    summary: "Who administers the coin, and by which interfaces",
    access,
    response: RegistryInfo,
    handle: (_request, { wallet }) => ({
      adminId: wallet.settings.dso,
      supportedApis: { "splice-api-token-metadata-v1": 1 },
    }),
  }),
  walletRow({
    method: "GET",
    path: `${base}/registry/metadata/v1/instruments`,
    summary: "The instruments of this registry",
    access,
    query: InstrumentsQuery,
    response: InstrumentsWire,
    handle: (_request, services) => ({ instruments: [coin(services)] }),
  }),
  walletRow({
    method: "GET",
    path: `${base}/registry/metadata/v1/instruments/{instrumentId}`,
    summary: "One instrument",
    access,
    parameters: InstrumentPath,
    response: InstrumentWire,
    handle: ({ parameters: { instrumentId } }, services) => {
      if (instrumentId !== coinInstrumentName)
        throw refused(404, `There is no instrument ${instrumentId.slice(0, 100)}.`);
      return coin(services);
    },
  }),
];

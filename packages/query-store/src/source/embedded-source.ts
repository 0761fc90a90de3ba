import type { JsonText, LedgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { EventFormatWire, UpdateFormatWire } from "@tallystick/wire";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type * as t from "io-ts";
import {
  answeredError,
  eventFormatOf,
  type LedgerSource,
  SourceError,
  updateFormatOf,
} from "./ledger-source.js";

async function* textsOf(items: AsyncIterable<Either<LedgerError, JsonText<unknown>>>) {
  for await (const item of items) {
    if (isLeft(item)) throw answeredError(item.left.code, item.left.cause);
    yield item.right.json;
  }
}

const decoded = <A>(codec: t.Decoder<unknown, A>, value: unknown): A => {
  const result = codec.decode(value);
  if (isLeft(result))
    throw new SourceError(`the scope is no filter: ${JSON.stringify(value)}`, false);
  return result.right;
};

/** A ledger that is open in this process. */
export const embeddedSource = (ledger: Ledger): LedgerSource => ({
  participantId: async () => ledger.participantId,
  ledgerEnd: async () => ledger.ledgerEnd(),
  prunedUpTo: async () => ledger.prunedUpTo(),
  packages: async () =>
    ledger.catalog.packages.map(({ packageId, name, version }) => ({ packageId, name, version })),
  activeContracts: (scope, activeAtOffset) => {
    const eventFormat = decoded(EventFormatWire, eventFormatOf(scope));
    return textsOf(ledger.queries.activeContractTexts({ activeAtOffset, eventFormat }));
  },
  updates: (scope, { after, end, signal }) => {
    const updateFormat = decoded(UpdateFormatWire, updateFormatOf(scope));
    const range = { beginExclusive: after, endInclusive: end, follow: end === undefined };
    return textsOf(ledger.queries.updateTexts({ ...range, updateFormat }, { signal }));
  },
});

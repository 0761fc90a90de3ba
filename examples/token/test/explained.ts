import { transferEventsV2 } from "@tallystick/coin";
import type { Json } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";

type Change = transferEventsV2.HoldingsChange;

const changeOf = (json: Json): Change => {
  const read = transferEventsV2.EventLog_HoldingsChange.argument.decode(json);
  if (isLeft(read)) throw new Error(read.left.reason);
  return read.right;
};

/** What one transaction did to tokens, and what the event log says of it. */
interface Told {
  readonly made: Array<string>;
  readonly gone: Array<string>;
  readonly changes: Array<Change>;
}

/** Everything that happened to gold, by transaction. */
async function* history(ledger: Ledger, admin: string, amounts: Map<string, string>) {
  const updateFormat = {
    includeTransactions: {
      eventFormat: { filtersByParty: { [admin]: { cumulative: [] } } },
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const,
    },
  };
  const endInclusive = ledger.ledgerEnd();
  for await (const item of ledger.queries.updates({
    beginExclusive: 0,
    endInclusive,
    updateFormat,
  })) {
    if (isLeft(item)) throw new Error(item.left.code);
    const { update } = item.right;
    if (!("Transaction" in update)) continue;
    const told: Told = { made: [], gone: [], changes: [] };
    for (const event of update.Transaction.value.events) {
      if ("CreatedEvent" in event && event.CreatedEvent.templateId.endsWith(":Gold.Token:Token")) {
        const { contractId, createArgument } = event.CreatedEvent;
        told.made.push(contractId);
        amounts.set(contractId, JSON.stringify(createArgument));
      }
      if (!("ExercisedEvent" in event)) continue;
      const { choice, consuming, templateId, contractId, choiceArgument } = event.ExercisedEvent;
      if (choice === "EventLog_HoldingsChange") told.changes.push(changeOf(choiceArgument));
      if (consuming && templateId.endsWith(":Gold.Token:Token")) told.gone.push(contractId);
    }
    yield told;
  }
}

const unitsOf = (payload = ""): bigint => {
  const [, whole = "", part = ""] = /"amount":"(\d+)\.(\d+)"/.exec(payload) ?? [];
  return BigInt(whole + part);
};

/**
 * Throws unless the event log explains each token that came or went exactly once, and its legs the
 * change of the amount. Returns the ids of all legs.
 */
export const expectExplained = async (
  ledger: Ledger,
  admin: string,
): Promise<ReadonlySet<string>> => {
  const amounts = new Map<string, string>();
  const ids = new Set<string>();
  const sum = (cids: ReadonlyArray<string>): bigint =>
    cids.reduce((total, cid) => total + unitsOf(amounts.get(cid)), 0n);
  for await (const { made, gone, changes } of history(ledger, admin, amounts)) {
    const ofGold = changes.filter((change) => change.admin === admin);
    expect(ofGold.flatMap((each) => each.outputHoldingCids).sort()).to.deep.equal(made.sort());
    expect(ofGold.flatMap((each) => each.inputHoldingCids).sort()).to.deep.equal(gone.sort());
    for (const { transferLegSides, inputHoldingCids, outputHoldingCids } of ofGold) {
      let net = 0n;
      for (const { transferLegId, side, amount } of transferLegSides) {
        ids.add(transferLegId);
        net += side === "ReceiverSide" ? amount : -amount;
      }
      expect(sum(outputHoldingCids) - sum(inputHoldingCids)).to.equal(net);
    }
  }
  return ids;
};

import type { TransactionCommitted } from "@tallystick/core";
import { expect } from "chai";
import { transferEventsV2 } from "../../src/index.js";
import { rightOf } from "../coin-values.js";

type Change = transferEventsV2.HoldingsChange;

const isHolding = (templateId: string): boolean =>
  /:Splice\.Amulet:(Locked)?Amulet$/.test(templateId);

/** What a transaction says of changes of holdings. */
export const changesIn = ({ nodes }: TransactionCommitted): ReadonlyArray<Change> =>
  nodes.flatMap((node) =>
    node.kind === "exercise" && node.choice === "EventLog_HoldingsChange"
      ? [rightOf(transferEventsV2.EventLog_HoldingsChange.argument.decode(node.argument))]
      : [],
  );

/** Throws unless each holding that came or went is explained once, and the amounts by the legs. */
export const expectExplained = (
  event: TransactionCommitted,
  amountOf: (contractId: string) => bigint,
): void => {
  const changes = changesIn(event);
  const made: Array<string> = [];
  const gone: Array<string> = [];
  for (const node of event.nodes) {
    if (!isHolding(node.templateId)) continue;
    if (node.kind === "create") made.push(node.contractId);
    else if (node.consuming) gone.push(node.contractId);
  }
  const outputs = changes.flatMap(({ outputHoldingCids }) => outputHoldingCids);
  const inputs = changes.flatMap(({ inputHoldingCids }) => inputHoldingCids);
  expect([...outputs].sort(), "new holdings").to.deep.equal(made.sort());
  expect([...inputs].sort(), "holdings that are gone").to.deep.equal(gone.sort());
  for (const change of changes) {
    const sum = (cids: ReadonlyArray<string>): bigint =>
      cids.reduce((total, cid) => total + amountOf(cid), 0n);
    const net = change.transferLegSides.reduce(
      (total, { side, amount }) => total + (side === "ReceiverSide" ? amount : -amount),
      0n,
    );
    const grown = sum(change.outputHoldingCids) - sum(change.inputHoldingCids);
    expect(grown, "the legs of a change").to.equal(net);
  }
};

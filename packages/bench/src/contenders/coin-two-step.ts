import { coinInstrument, contextKeys, transferInstructionV1 } from "@tallystick/coin";
import type { OpenContender } from "../contender.js";
import { workThrough } from "../in-flight.js";
import { type CoinBench, decimal } from "./coin-ledger.js";
import { manyCoins, openPasses, type SpendCoins } from "./coin-passes.js";

const { TransferFactory, TransferFactory_Transfer } = transferInstructionV1;
const { TransferInstruction, TransferInstruction_Accept } = transferInstructionV1;

const standard = "splice-api-token-transfer-instruction-v1";
const factoryReference = `#${standard}:${TransferFactory.name}`;
const instructionReference = `#${standard}:${TransferInstruction.name}`;

const hourMicros = 3_600_000_000;

/** What the registry passes along with choices of the token standard. */
export const registryArgs = ({ configState }: CoinBench) => ({
  context: {
    values: new Map([
      [contextKeys.externalPartyConfigState, { tag: "AV_ContractId" as const, value: configState }],
    ]),
  },
  meta: { values: new Map<string, string>() },
});

/** Begins a transfer at the factory. */
export const beginTransfer = (
  bench: CoinBench,
  receiver: string,
  amount: string,
  inputHoldingCids: ReadonlyArray<string>,
): Promise<number> => {
  const { sender, dso, factory } = bench;
  const now = Date.now() * 1000;
  return bench.exercise([sender], factoryReference, TransferFactory_Transfer, factory, {
    expectedAdmin: dso,
    transfer: {
      sender,
      receiver,
      amount: decimal(amount),
      instrumentId: coinInstrument(dso),
      requestedAt: now - hourMicros,
      executeBefore: now + hourMicros,
      inputHoldingCids,
      meta: { values: new Map() },
    },
    extraArgs: registryArgs(bench),
  });
};

/** Each coin is offered, then each offer accepted; finding the offers is off the clock. */
const sendInTwoSteps: SpendCoins = async (bench, callers, coins) => {
  const { ledger, receiver } = bench;
  const begin = ledger.ledgerEnd();
  const offeringMs = await workThrough(callers, coins, (contractId) =>
    beginTransfer(bench, receiver, "1", [contractId]),
  );
  const offers = await bench.madeBetween(receiver, begin, ledger.ledgerEnd());
  const acceptingMs = await workThrough(callers, offers, ({ contractId }) =>
    bench.exercise([receiver], instructionReference, TransferInstruction_Accept, contractId, {
      extraArgs: registryArgs(bench),
    }),
  );
  return { transfers: offers.length, elapsedMs: offeringMs + acceptingMs };
};

/** Transfers in two steps: two commands each. */
export const open: OpenContender = (settings) =>
  openPasses(settings, { prepare: manyCoins(1000), spend: sendInTwoSteps });

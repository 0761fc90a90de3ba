import { json } from "node:stream/consumers";
import Router from "@koa/router";
import {
  allocationV2,
  metadataV1,
  transferInstructionV1,
  transferInstructionV2,
} from "@tallystick/coin";
import type { Choice, Json } from "@tallystick/core";
import { type Ledger, orThrow } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Context, HttpError, type Next } from "koa";
import { TokenAllocation } from "./allocation.js";
import { goldId, rulesKey } from "./token.js";
import { TokenTransferInstruction } from "./transfer.js";

const supportedApis = {
  "splice-api-token-metadata-v1": 1,
  "splice-api-token-holding-v1": 1,
  "splice-api-token-transfer-instruction-v1": 1,
  "splice-api-token-holding-v2": 1,
  "splice-api-token-transfer-instruction-v2": 1,
  "splice-api-token-allocation-v2": 1,
  "splice-api-token-allocation-instruction-v2": 1,
  "splice-api-token-transfer-events-v2": 1,
};

const instrument = {
  id: goldId,
  name: "Gold",
  symbol: "GLD",
  decimals: 10,
  paused: false,
  showAccountInputFields: false,
  accountInputFieldsToShow: [],
  supportedApis,
};

/** Answers what is refused as the token standard's documents say: an object with a text. */
const refusals = async (ctx: Context, next: Next): Promise<void> => {
  try {
    await next();
  } catch (thrown) {
    if (!(thrown instanceof HttpError && thrown.expose)) throw thrown;
    ctx.status = thrown.status;
    ctx.body = { error: thrown.message };
  }
};

/** The argument of a factory's choice in a request; 400 when it is none. */
const argumentIn = async <A>(ctx: Context, choice: Choice<A, unknown>): Promise<A> => {
  // border: a body of whatever JSON; what is not as it should be is refused below
  const body = (await json(ctx.req).catch(() => undefined)) as { choiceArguments?: Json } | null;
  const read = choice.argument.decode(body?.choiceArguments ?? null);
  if (!isLeft(read)) return read.right;
  const { reason, path } = read.left;
  return ctx.throw(400, ["choiceArguments", ...path].join(".") + `: ${reason}`, { expose: true });
};

/** Where the administrator's rules are. */
export interface Gold {
  readonly ledger: Ledger;
  readonly admin: string;
  readonly rules: string;
}

/** What a choice needs besides its argument: the rules, and what it takes out of a lock. */
const contextOf = async ({ ledger, rules }: Gold, locked: ReadonlyArray<string>) => {
  const disclosedContracts = [];
  for (const contractId of [rules, ...locked]) {
    const query = { contractId, queryingParties: [] };
    const { templateId, createdEventBlob } = orThrow(await ledger.queries.contract(query));
    const { synchronizerId } = ledger;
    disclosedContracts.push({ templateId, contractId, createdEventBlob, synchronizerId });
  }
  const values = new Map([[rulesKey, { tag: "AV_ContractId", value: rules } as const]]);
  return {
    choiceContextData: metadataV1.ChoiceContext.encode({ values }),
    disclosedContracts,
  };
};

const factory = async (gold: Gold, locked: ReadonlyArray<string> = []) => ({
  factoryId: gold.rules,
  choiceContext: await contextOf(gold, locked),
});

/** The tokens that allocations lock; of those of other administrators nothing is known. */
const lockedFor = async (
  { ledger }: Gold,
  cids: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const found = await Promise.all(cids.map((cid) => ledger.fetch(TokenAllocation, cid)));
  return found.flatMap((each) => (isLeft(each) ? [] : each.right.payload.locked));
};

const addTransfers = (router: Router, gold: Gold): void => {
  const path = "/registry/transfer-instruction";
  router.post(`${path}/v1/transfer-factory`, async (ctx) => {
    const choice = transferInstructionV1.TransferFactory_Transfer;
    const { transfer } = await argumentIn(ctx, choice);
    const transferKind = transfer.sender === transfer.receiver ? "self" : "offer";
    ctx.body = { ...(await factory(gold)), transferKind };
  });
  router.post(`${path}/v2/transfer-factory`, async (ctx) => {
    const choice = transferInstructionV2.TransferFactory_Transfer;
    const { transfer, actors } = await argumentIn(ctx, choice);
    const { sender, receiver } = transfer;
    const receives = actors.includes(receiver.owner ?? gold.admin);
    const direct = receives ? "direct" : "offer";
    const transferKind = sender.owner === receiver.owner ? "self" : direct;
    ctx.body = { ...(await factory(gold)), transferKind };
  });
  router.post(`${path}/:version/:id/choice-contexts/:choice`, async (ctx) => {
    const found = await gold.ledger.fetch(TokenTransferInstruction, ctx.params["id"] ?? "");
    if (isLeft(found)) ctx.throw(404, "There is no such transfer");
    else ctx.body = await contextOf(gold, found.right.payload.transfer.inputHoldingCids);
  });
};

const addAllocations = (router: Router, gold: Gold): void => {
  router.post("/registry/allocation-instruction/v2/allocation-factory", async (ctx) => {
    ctx.body = await factory(gold);
  });
  router.post("/registry/allocation/v2/settlement-factory", async (ctx) => {
    const choice = allocationV2.SettlementFactory_SettleBatch;
    const { allocations } = await argumentIn(ctx, choice);
    const cids = allocations.map(({ allocationCid }) => allocationCid);
    ctx.body = await factory(gold, await lockedFor(gold, cids));
  });
  router.post("/registry/allocations/v2/:id/choice-contexts/:choice", async (ctx) => {
    const found = await gold.ledger.fetch(TokenAllocation, ctx.params["id"] ?? "");
    if (isLeft(found)) ctx.throw(404, "There is no such allocation");
    else ctx.body = await contextOf(gold, found.right.payload.locked);
  });
};

/**
 * The registry of the token standard for gold: its clients ask it which factory to use, and which
 * contracts to disclose.
 *
 * @param gold the ledger, the administrator and the contract id of its rules
 * @param prefix of its paths, where a server has other registries too
 */
export const goldRegistry = (gold: Gold, prefix = "/gold"): Router => {
  const router = new Router({ prefix });
  router.use(refusals);
  addTransfers(router, gold);
  addAllocations(router, gold);
  router.get("/registry/metadata/v1/info", (ctx) => {
    ctx.body = { adminId: gold.admin, supportedApis: { "splice-api-token-metadata-v1": 1 } };
  });
  router.get("/registry/metadata/v1/instruments", (ctx) => {
    ctx.body = { instruments: [instrument] };
  });
  router.get("/registry/metadata/v1/instruments/:id", (ctx) => {
    if (ctx.params["id"] === goldId) ctx.body = instrument;
    else ctx.throw(404, "There is no such instrument");
  });
  return router;
};

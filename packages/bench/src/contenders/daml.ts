import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  choice,
  contractId,
  create,
  definePackage,
  numeric,
  party,
  record,
  template,
  text,
} from "@tallystick/core";
import { type DarFile, type Ledger, openLedger, readDar } from "@tallystick/node";
import type { Contender, ContenderSettings, OpenContender } from "../contender.js";
import { expectRight } from "../errors.js";
import { daml } from "../sizes.js";
import { passes, repeat, timed, type Work, working, workThrough } from "../work.js";
import { benchUser } from "../workload.js";
import { commandIds } from "./ledger.js";

const exampleDar = new URL("../../../../../examples/daml/iou.dar", import.meta.url);

const iou = template("Iou:Iou", {
  payload: record({ issuer: party, owner: party, currency: text, amount: numeric }),
  signatories: ({ issuer, owner }) => [issuer, owner],
  ensure: ({ amount }) => amount > 0n,
});

const iouOffer = template("Iou:IouOffer", {
  payload: record({ iou: iou.payload, newOwner: party }),
  signatories: (offer) => [offer.iou.issuer, offer.iou.owner],
  observers: ({ newOwner }) => [newOwner],
});

const offer = choice(iou, "Iou_Offer", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { newOwner }) {
    return yield* create(iouOffer, { iou: payload, newOwner });
  },
});

const accept = choice(iouOffer, "IouOffer_Accept", {
  argument: record({}),
  result: contractId,
  controllers: ({ newOwner }) => [newOwner],
  *body({ payload }) {
    return yield* create(iou, { ...payload.iou, owner: payload.newOwner });
  },
});

/** The templates of `examples/daml` in TypeScript, as far as a transfer goes. */
const iouInTypeScript = definePackage({
  name: "iou-example",
  version: "1.0.0",
  templates: [iou, iouOffer],
  choices: [offer, accept],
});

const [iouId, offerId] = ["#iou-example:Iou:Iou", "#iou-example:Iou:IouOffer"];

/** Submits one command; the text that it answered: the id of a contract. */
type Submit = (
  actAs: ReadonlyArray<string>,
  command: Parameters<Ledger["submitAndWait"]>[0]["commands"][number],
) => Promise<string>;

const submitOn = (ledger: Ledger): Submit => {
  const nextId = commandIds("daml");
  return async (actAs, command) => {
    const outcome = await ledger.submitAndWait({
      commands: [command],
      commandId: nextId(),
      actAs: [...actAs],
      userId: benchUser,
    });
    return String(JSON.stringify(expectRight(outcome, "submitting").results[0])).replaceAll(
      '"',
      "",
    );
  };
};

/** Ious that change hands by an offer and its acceptance, two commands each. */
const transferring =
  (packageOf: () => Promise<typeof iouInTypeScript | DarFile>): OpenContender =>
  async ({ inFlight, runMs }: ContenderSettings): Promise<Contender> => {
    const packages = [await packageOf()];
    const ledger = expectRight(await openLedger({ packages }), "opening the ledger");
    const allocate = async (partyIdHint: string): Promise<string> =>
      expectRight(await ledger.allocateParty({ partyIdHint }), "allocating a party").party;
    const [issuer, owner, newOwner] = [
      await allocate("issuer"),
      await allocate("owner"),
      await allocate("newOwner"),
    ];
    const submit = submitOn(ledger);
    const issue = () =>
      submit([issuer, owner], {
        kind: "CreateCommand",
        templateId: iouId,
        createArguments: { issuer, owner, currency: "USD", amount: "10.0" },
      });
    const transfer = async (id: string): Promise<void> => {
      const choiceArgument = { newOwner };
      const kind = "ExerciseCommand";
      const offering = {
        kind,
        templateId: iouId,
        contractId: id,
        choice: "Iou_Offer",
        choiceArgument,
      } as const;
      const offered = await submit([owner], offering);
      await submit([newOwner], {
        kind,
        templateId: offerId,
        contractId: offered,
        choice: "IouOffer_Accept",
        choiceArgument: {},
      });
    };
    const pass = async (): Promise<Work> => {
      const ids: Array<string> = [];
      await repeat(inFlight, daml.transfers, async () => ids.push(await issue()));
      return workThrough(inFlight, ids, transfer);
    };
    return working(() => passes(runMs, pass), ledger);
  };

/** Transfers of the Iou of `examples/daml`, by its DAR. */
export const iouByDaml = transferring(() => readDar(fileURLToPath(exampleDar)));

export const iouByTypeScript = transferring(() => Promise.resolve(iouInTypeScript));

/** A DAR in the folder that TALLYSTICK_DARS names, by the beginning of its name. */
export const genuineDar = (name: string): Promise<DarFile> => {
  const folder = process.env["TALLYSTICK_DARS"] ?? "";
  const found = readdirSync(folder).find((file) => file.startsWith(name) && file.endsWith(".dar"));
  if (found === undefined) throw new Error(`${folder} has no ${name}`);
  return readDar(join(folder, found));
};

/** How long a DAR takes to be read, checked and registered on a ledger in memory. */
export const loadDar: OpenContender = async () => {
  const load = async (): Promise<number> => {
    const packages = [await genuineDar("splice-wallet-0")];
    const ledger = expectRight(await openLedger({ packages }), "opening the ledger");
    await ledger.close();
    return 1;
  };
  const run = async (): Promise<Work> => {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const work = await timed(load);
    return { ...work, notes: { rssMiB: (process.memoryUsage().rss - before) / 2 ** 20 } };
  };
  return working(run, { close: () => undefined }, ({ elapsedMs }) => elapsedMs);
};

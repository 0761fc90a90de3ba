import type { Command, Json, Submission } from "@tallystick/core";
import type { NaiveContract, NaiveLedger } from "./naive-ledger.js";
import type { NamedPeriod, Operation } from "../plan/plan.js";
import { noteTemplate } from "./dar-writer.js";
import { simTemplates } from "./sim-package.js";

/** The contents of a submission, but for its ids. */
export interface Said {
  readonly actAs: string;
  readonly readAs?: ReadonlyArray<string>;
  readonly commands: ReadonlyArray<Command>;
}

export interface Cast {
  /** Parties of users, the first of whom issues money. */
  readonly parties: ReadonlyArray<string>;
  readonly user: number;
  /** The time of day that users see; milliseconds. */
  readonly wallMs: number;
}

const create = (templateId: string, createArguments: Json): Command => ({
  kind: "CreateCommand",
  templateId,
  createArguments,
});

const exercise = (
  templateId: string,
  contractId: string,
  choice: string,
  choiceArgument: Json,
): Command => ({ kind: "ExerciseCommand", templateId, contractId, choice, choiceArgument });

const decimals = 10;

/** An amount of so many units of 10^-10, as commands have it. */
export const amountText = (units: bigint): string => {
  const digits = units.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

/** The text in a field of a payload; "" when it is none. */
export const textIn = (field: Json | undefined): string => (typeof field === "string" ? field : "");

export const unitsIn = (amount: Json | undefined): bigint => {
  const [whole = "0", fraction = ""] = textIn(amount).split(".");
  return BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, "0"));
};

export const partyAt = ({ parties }: Pick<Cast, "parties">, number: number): string =>
  parties[number % parties.length] ?? "";

/** One of several; undefined when there is none. */
export const pickOf = <A>(list: ReadonlyArray<A>, pick: number): A | undefined =>
  list[pick % Math.max(1, list.length)];

/** A contract of a template that a party owns; now and then one that is not active any more. */
const ownContract = (
  naive: NaiveLedger,
  template: string,
  owner: string,
  pick: number,
): string | undefined => {
  const past = pick % 7 === 0 ? pickOf(naive.past, pick) : undefined;
  const own = naive.of(template).filter(({ payload }) => payload["owner"] === owner);
  return past ?? pickOf(own, pick)?.contractId;
};

const amountOf = (contract: NaiveContract | undefined): bigint =>
  contract === undefined ? 0n : unitsIn(contract.payload["amount"]);

const issue = (cast: Cast, to: number, units: number): Said => {
  const issuer = partyAt(cast, 0);
  const payload = { issuer, owner: partyAt(cast, to), amount: amountText(BigInt(units)) };
  return { actAs: issuer, commands: [create(simTemplates.iou, payload)] };
};

/** What a user of money submits; undefined when there is nothing to do it with. */
export const plainSaid = (
  operation: Operation,
  cast: Cast,
  naive: NaiveLedger,
): Said | undefined => {
  const owner = partyAt(cast, cast.user);
  const on = (template: "Iou" | "Locked", pick: number, choice: string, argument: Json) => {
    const contractId = ownContract(naive, `Sim:${template}`, owner, pick);
    const id = template === "Iou" ? simTemplates.iou : simTemplates.locked;
    return contractId === undefined
      ? undefined
      : { actAs: owner, commands: [exercise(id, contractId, choice, argument)] };
  };
  switch (operation.kind) {
    case "issue":
      return issue(cast, operation.to, operation.units);
    case "transfer":
      return on("Iou", operation.pick, "Transfer", { newOwner: partyAt(cast, operation.to) });
    case "split": {
      const contractId = ownContract(naive, "Sim:Iou", owner, operation.pick) ?? "";
      const units = amountOf(naive.active.get(contractId));
      const first = amountText((units * BigInt(operation.part)) / 100n);
      return on("Iou", operation.pick, "Split", { first });
    }
    case "join": {
      const other = ownContract(naive, "Sim:Iou", owner, operation.pick + 1);
      return other === undefined ? undefined : on("Iou", operation.pick, "Join", { other });
    }
    case "lock": {
      const until = new Date(cast.wallMs + operation.forMs).toISOString();
      return on("Iou", operation.pick, "Lock", { until });
    }
    case "unlock":
      return on("Locked", operation.pick, "Unlock", {});
    case "note":
      return noteSaid(operation.pick, owner, naive);
    default:
      return accountSaid(operation, owner);
  }
};

/** Makes a note, or looks at one, or closes it. */
const noteSaid = (pick: number, owner: string, naive: NaiveLedger): Said => {
  const contractId = ownContract(naive, "Main:Note", owner, pick);
  const command =
    contractId === undefined || pick % 2 === 0
      ? create(noteTemplate, { owner })
      : exercise(noteTemplate, contractId, pick % 3 === 0 ? "Close" : "Look", owner);
  return { actAs: owner, commands: [command] };
};

const accountSaid = (operation: Operation, owner: string): Said | undefined => {
  const byKey = (name: string, choice: string): Said => ({
    actAs: owner,
    commands: [
      {
        kind: "ExerciseByKeyCommand",
        templateId: simTemplates.account,
        contractKey: { owner, name },
        choice,
        choiceArgument: {},
      },
    ],
  });
  switch (operation.kind) {
    case "open": {
      const payload = { owner, name: `account ${operation.name}`, count: "0" };
      return { actAs: owner, commands: [create(simTemplates.account, payload)] };
    }
    case "count":
      return byKey(`account ${operation.name}`, "Count");
    case "close":
      return byKey(`account ${operation.name}`, "Close");
    default:
      return undefined;
  }
};

export const rentSaid = (payer: string, period: number): Said => ({
  actAs: payer,
  commands: [create(simTemplates.rent, { payer, period: String(period) })],
});

export const simUser = "simulation";

export const submissionOf = (
  { actAs, readAs = [], commands }: Said,
  ids: { readonly commandId: string; readonly submissionId: string },
  period: NamedPeriod,
  periodOffset: number | undefined,
): Submission => {
  const base = { commands, actAs: [actAs], readAs, userId: simUser, ...ids };
  switch (period.kind) {
    case "none":
      return base;
    case "seconds":
      return {
        ...base,
        deduplicationPeriod: {
          kind: "duration",
          duration: { seconds: period.seconds, nanos: 0 },
        },
      };
    case "offset":
      return { ...base, deduplicationPeriod: { kind: "offset", offset: periodOffset ?? 0 } };
  }
};

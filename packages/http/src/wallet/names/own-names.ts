import {
  AnsEntry,
  AnsEntryContext,
  AnsRules,
  AnsRules_RequestEntry,
  nameServicePackage,
  SubscriptionIdleState,
  SubscriptionPayment,
} from "@tallystick/coin";
import { commandsOf, numericToText, microsToText } from "@tallystick/core";
import type { WalletEarlier } from "@tallystick/node";
import { entryErrorOf } from "@tallystick/wallet";
import {
  optional,
  required,
  wireArray,
  wireObject,
  wireString,
  wireContractId,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { once } from "../rows/once.js";
import { resultText } from "../rows/own-contract.js";
import { submissionBy } from "../rows/submissions.js";
import { operationId } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(nameServicePackage);

const entryBefore = ({ argument }: WalletEarlier) => {
  const before = AnsRules_RequestEntry.argument.decode(argument);
  if (isLeft(before)) return undefined;
  const { name, url, description } = before.right;
  return { name, url, description };
};

/** `POST /v0/entry/create` (wallet 5.2). */
const createEntry = walletRow({
  method: "POST",
  path: "/v0/entry/create",
  external: "signed",
  summary: "Ask for a name",
  description:
    "Makes a subscription request; the name is the caller's when it has accepted that in its wallet. An equal repeat with the same command_id, ours, answers what the first one answered.",
  body: wireObject("CreateAnsEntryRequest", {
    name: required(wireString),
    url: required(wireString),
    description: required(wireString),
    command_id: optional(operationId),
  }),
  response: wireObject("CreateAnsEntryResponse", {
    entryContextCid: required(wireString),
    subscriptionRequestCid: required(wireString),
    name: required(wireString),
    url: required(wireString),
    description: required(wireString),
  }),
  errorStatuses: { 400: "The name, the address or the description is none that can be had" },
  handle: async ({ body: { command_id: given, ...body } }, services) => {
    const { wallet, party } = services;
    const wrong = entryErrorOf(body);
    if (wrong !== undefined) throw refused(400, wrong);
    const [rules] = wallet.views.of(AnsRules, wallet.settings.dso, 1);
    if (rules === undefined) throw refused(503, "The network has no rules of names yet.");
    const command = exercise(AnsRules_RequestEntry, rules.contractId, { ...body, user: party });
    const { result } = await once(services, {
      operation: "request-name",
      field: "command_id",
      id: given,
      asked: body,
      recorded: entryBefore,
      plan: (commandId) => submissionBy(wallet, party, commandId, command),
    });
    return {
      entryContextCid: resultText(result, "entryCid"),
      subscriptionRequestCid: resultText(result, "requestCid"),
      ...body,
    };
  },
});

/** `GET /v0/entry/all` (wallet 5.2): those that have not expired and are renewed. */
const ownEntries = walletRow({
  method: "GET",
  path: "/v0/entry/all",
  summary: "The caller's names, with what they cost",
  response: wireObject("ListAnsEntriesResponse", {
    entries: required(
      wireArray(
        wireObject("AnsEntryResponse", {
          contractId: required(wireContractId),
          name: required(wireString),
          amount: required(wireString),
          unit: required(wireString),
          expiresAt: required(wireString),
          paymentInterval: required(wireString),
          paymentDuration: required(wireString),
        }),
      ),
    ),
  }),
  handle: (_request, { wallet: { views, now }, party }) => {
    const at = now();
    const paying = new Map(
      [
        ...views.of(SubscriptionIdleState, party),
        // a renewal payment to be collected
        ...views.of(SubscriptionPayment, party),
      ].map(({ payload }) => [payload.reference, payload.payData]),
    );
    const payDataOf = new Map(
      views.of(AnsEntryContext, party).flatMap(({ payload: { name, user, reference } }) => {
        const payData = user === party ? paying.get(reference) : undefined;
        return payData === undefined ? [] : [[name, payData] as const];
      }),
    );
    const entries = views
      .of(AnsEntry, party)
      .filter(({ payload }) => payload.user === party && at < payload.expiresAt)
      .flatMap(({ contractId, payload: { name, expiresAt } }) => {
        const payData = payDataOf.get(name);
        if (payData === undefined) return [];
        return [
          {
            contractId,
            name,
            amount: numericToText(payData.paymentAmount.amount),
            unit: payData.paymentAmount.unit,
            expiresAt: microsToText(expiresAt),
            paymentInterval: String(payData.paymentInterval.microseconds),
            paymentDuration: String(payData.paymentDuration.microseconds),
          },
        ];
      });
    return { entries };
  },
});

/** The rows with which users get names (wallet 5.2). */
export const ownNameRows: ReadonlyArray<Endpoint> = [createEntry, ownEntries];

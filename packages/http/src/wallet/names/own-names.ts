import {
  AnsEntry,
  AnsEntryContext,
  AnsRules,
  AnsRules_RequestEntry,
  nameServicePackage,
  SubscriptionIdleState,
  SubscriptionPayment,
} from "@tallystick/coin";
import { numericToText, timestampToText } from "@tallystick/core";
import { entryErrorOf } from "@tallystick/wallet";
import { commandsOf, required, wireArray, wireObject, wireString } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { resultText } from "../rows/own-contract.js";
import { freshId, submissionBy } from "../rows/submissions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(nameServicePackage);

/** Request body of `POST /v0/entry/create` (wallet 5.2). */
export const CreateEntryRequest = wireObject("CreateAnsEntryRequest", {
  name: required(wireString),
  url: required(wireString),
  description: required(wireString),
});

/** Answer of `POST /v0/entry/create` (wallet 5.2). */
export const CreateEntryResponse = wireObject("CreateAnsEntryResponse", {
  entryContextCid: required(wireString),
  subscriptionRequestCid: required(wireString),
  name: required(wireString),
  url: required(wireString),
  description: required(wireString),
});

/** `POST /v0/entry/create` (wallet 5.2). */
export const createEntry = walletRow({
  method: "POST",
  path: "/v0/entry/create",
  summary: "Ask for a name",
  description:
    "Makes a subscription request; the name is the caller's when it has accepted that in its wallet.",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: CreateEntryRequest,
  response: { kind: "json", codec: CreateEntryResponse },
  statuses: { 400: "The name, the address or the description is none that can be had" },
  handle: async ({ wallet, party, body }) => {
    const wrong = entryErrorOf(body);
    if (wrong !== undefined) return refused(400, wrong);
    const [rules] = wallet.views.of(AnsRules, wallet.settings.dso, 1);
    if (rules === undefined) return refused(503, "The network has no rules of names yet.");
    const command = exercise(AnsRules_RequestEntry, rules.contractId, { ...body, user: party });
    const done = await wallet.submit(submissionBy(wallet, party, freshId("request-name"), command));
    if (isLeft(done)) return done;
    return right({
      entryContextCid: resultText(done.right.result, "entryCid"),
      subscriptionRequestCid: resultText(done.right.result, "requestCid"),
      ...body,
    });
  },
});

/** Answer of `GET /v0/entry/all` (wallet 5.2); times in microseconds as text. */
export const OwnEntriesWire = wireObject("ListAnsEntriesResponse", {
  entries: required(
    wireArray(
      wireObject("AnsEntryResponse", {
        contractId: required(wireString),
        name: required(wireString),
        amount: required(wireString),
        unit: required(wireString),
        expiresAt: required(wireString),
        paymentInterval: required(wireString),
        paymentDuration: required(wireString),
      }),
    ),
  ),
});

/** `GET /v0/entry/all` (wallet 5.2): those that have not expired and go on. */
export const ownEntries = walletRow({
  method: "GET",
  path: "/v0/entry/all",
  summary: "The caller's names, with what they cost",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: OwnEntriesWire },
  handle: ({ wallet: { views, now }, party }) => {
    const at = now();
    const paying = new Map(
      [
        ...views.of(SubscriptionIdleState, party),
        // a renewal that waits to be collected
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
            expiresAt: timestampToText(expiresAt),
            paymentInterval: String(payData.paymentInterval.microseconds),
            paymentDuration: String(payData.paymentDuration.microseconds),
          },
        ];
      });
    return right({ entries });
  },
});

/** The rows by which users get names (wallet 5.2). */
export const ownNameRows: ReadonlyArray<Endpoint> = [createEntry, ownEntries];

import {
  choice,
  contractId,
  create,
  ledgerTime,
  party,
  record,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { requireThat } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import { RelTime } from "../token-standard/metadata-v1.js";
import { laterBy } from "../model/arithmetic.js";
import { shownParty } from "../model/shown.js";

/** The module of names, as clients call it. */
export const ansModuleName = "Splice.Ans";

export const entryFields = { dso: party, user: party, name: text, url: text, description: text };

/** A name of a party until its time is over (wallet 5.2). */
export const AnsEntry = template(`${ansModuleName}:AnsEntry`, {
  payload: record({
    user: party,
    dso: party,
    name: text,
    url: text,
    description: text,
    expiresAt: timestamp,
  }),
  signatories: ({ user, dso }) => [user, dso],
});

/** The user or the DSO removes an entry after its time. */
export const AnsEntry_Expire = choice(AnsEntry, "AnsEntry_Expire", {
  argument: record({ actor: party }),
  result: record({}),
  controllers: (_entry, { actor }) => [actor],
  *body({ payload: { user, dso, expiresAt } }, { actor }) {
    yield* requireThat(
      actor === user || actor === dso,
      `Actor ${shownParty(actor)} is a signatory`,
    );
    yield* requireThat(expiresAt < (yield* ledgerTime()), "Contract expired");
    return {};
  },
});

/** The entry is renewed for a further time. */
export const AnsEntry_Renew = choice(AnsEntry, "AnsEntry_Renew", {
  argument: record({ extension: RelTime }),
  result: record({ entryCid: contractId }),
  controllers: ({ user, dso }) => [user, dso],
  *body({ payload }, { extension }) {
    yield* requireThat(extension.microseconds > 0n, "Extension positive");
    const expiresAt = yield* laterBy(payload.expiresAt, extension);
    return { entryCid: yield* create(AnsEntry, { ...payload, expiresAt }) };
  },
});

export const ansEntryModule = modulePart({
  templates: [AnsEntry],
  choices: [AnsEntry_Expire, AnsEntry_Renew],
});

// Requests of the token-standard example to a node, as the user of the development login.
import { createHmac } from "node:crypto";

const base64 = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * The development login: a token signed with the well-known secret "unsafe". A real node has an
 * identity provider instead.
 */
const token = () => {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: "ledger-api-user", aud: "https://canton.network.global", exp };
  const content = `${base64({ alg: "HS256", typ: "JWT" })}.${base64(claims)}`;
  return `${content}.${createHmac("sha256", "unsafe").update(content).digest("base64url")}`;
};

/** The command that exercises a choice. */
export const exercise = (templateId, contractId, choice, choiceArgument) => ({
  ExerciseCommand: { templateId, contractId, choice, choiceArgument },
});

/** The id of the one contract of this name among created events. */
export const only = (events, name) => {
  const found = events.filter(({ templateId }) => templateId.endsWith(`:${name}`));
  if (found.length !== 1) throw new Error(`${found.length} of ${name} were created`);
  return found[0].contractId;
};

/** A node. */
export class Client {
  #run = `${process.pid}-${Date.now()}`;
  #commands = 0;

  constructor(base) {
    this.base = base;
  }

  async #ask(path, request) {
    const headers = { authorization: `Bearer ${token()}`, "content-type": "application/json" };
    const answer = await fetch(`${this.base}${path}`, { headers, ...request });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  get(path) {
    return this.#ask(path, {});
  }

  post(path, body) {
    return this.#ask(path, { method: "POST", body: JSON.stringify(body) });
  }

  async upload(bytes) {
    await this.#ask("/v2/dars", { method: "POST", body: bytes });
  }

  async party(hint) {
    const body = { partyIdHint: `${hint}-${this.#run}`, userId: "ledger-api-user" };
    return (await this.post("/v2/parties", body)).partyDetails.party;
  }

  /** Lets the user act for a party that is there already. */
  async actAs(party) {
    const rights = [{ kind: { CanActAs: { value: { party } } } }];
    const userId = "ledger-api-user";
    await this.post(`/v2/users/${userId}/rights`, { userId, rights });
  }

  /** Submits one command; the events of the contracts it creates. */
  async submit(actAs, command, disclosedContracts = []) {
    const commandId = `${this.#run}-${++this.#commands}`;
    const commands = { commandId, actAs, commands: [command], disclosedContracts };
    const path = "/v2/commands/submit-and-wait-for-transaction";
    const { transaction } = await this.post(path, { commands });
    return transaction.events.flatMap(({ CreatedEvent }) => CreatedEvent ?? []);
  }

  /** Creates a contract; its id. */
  async create(actAs, templateId, createArguments) {
    const [made] = await this.submit(actAs, { CreateCommand: { templateId, createArguments } });
    return made.contractId;
  }

  /** The active contracts of a party under one filter. */
  async active(party, identifierFilter) {
    const { offset } = await this.#ask("/v2/state/ledger-end", {});
    const filtersByParty = { [party]: { cumulative: [{ identifierFilter }] } };
    const eventFormat = { filtersByParty, verbose: false };
    const found = await this.post("/v2/state/active-contracts", {
      activeAtOffset: offset,
      eventFormat,
    });
    return found.map(({ contractEntry }) => contractEntry.JsActiveContract.createdEvent);
  }

  /** The contracts of a party, in the form in which commands of others use them. */
  async disclosed(party) {
    const all = { WildcardFilter: { value: { includeCreatedEventBlob: true } } };
    return (await this.active(party, all)).map(({ contractId, templateId, createdEventBlob }) => ({
      contractId,
      templateId,
      createdEventBlob,
      synchronizerId: "",
    }));
  }
}

import { expect } from "chai";
import {
  type AdministrationServer,
  administrationServer,
} from "../../fixtures/administration-server.js";
import { at, expectError } from "../../fixtures/expected-reply.js";

/** Who asks; `a.self` is the user most rows are about. */
const callers = {
  "the participant admin": "ledger-api-user",
  "the identity provider admin": "a.admin",
  "the admin of another provider": "b.admin",
  "the user itself": "a.self",
  "another user": "a.other",
} as const;

type CallerName = keyof typeof callers;

const everybody: ReadonlyArray<CallerName> = [
  "the participant admin",
  "the identity provider admin",
  "the admin of another provider",
  "the user itself",
  "another user",
];
const participantAdmin: ReadonlyArray<CallerName> = ["the participant admin"];
const ownAdmin: ReadonlyArray<CallerName> = ["the identity provider admin"];
const admins: ReadonlyArray<CallerName> = [...participantAdmin, ...ownAdmin];
const allAdmins: ReadonlyArray<CallerName> = [...admins, "the admin of another provider"];

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** A request of a row of the interface, made again for each caller, and who may. */
type Row = readonly [
  name: string,
  request: (fresh: string) => Request | Promise<Request>,
  allowed: ReadonlyArray<CallerName>,
];

describe("Who may administer", () => {
  let server: AdministrationServer;
  let party: string;
  let count = 0;

  const provider = (identityProviderId: string) => ({
    identityProviderId,
    issuer: `https://${identityProviderId}.example`,
    jwksUrl: "https://keys.example/jwks",
    isDeactivated: false,
    audience: "",
  });
  const mask = (...paths: string[]) => ({ paths, unknownFields: { fields: {} } });
  const right = (kind: object) => [{ kind }];
  const actAs = () => right({ CanActAs: { value: { party } } });
  const readAny = right({ CanReadAsAnyParty: { value: {} } });
  const admin = right({ ParticipantAdmin: { value: {} } });
  const executeAny = right({ CanExecuteAsAnyParty: { value: {} } });
  const providerAdmin = right({ IdentityProviderAdmin: { value: {} } });

  /** A user of provider a that nothing else knows. */
  const newUser = async (fresh: string) => {
    await server.user(`a.${fresh}`);
    return `a.${fresh}`;
  };
  const change = async (
    method: string,
    fresh: string,
    rights: unknown,
    identityProviderId: string,
  ): Promise<Request> => {
    const userId = await newUser(fresh);
    const body = { userId, rights, identityProviderId };
    return { method, path: `/v2/users/${userId}/rights`, body };
  };
  const patchUser = async (fresh: string, identityProviderId: string): Promise<Request> => {
    const id = await newUser(fresh);
    const user = { id, isDeactivated: true, identityProviderId };
    const body = { user, updateMask: mask("is_deactivated") };
    return { method: "PATCH", path: `/v2/users/${id}`, body };
  };
  const patchParty = (identityProviderId: string): Request => ({
    method: "PATCH",
    path: `/v2/parties/${party}`,
    body: {
      partyDetails: { party, identityProviderId, localMetadata: { annotations: { k: "v" } } },
      updateMask: mask("local_metadata.annotations"),
    },
  });
  const create = (id: string, identityProviderId: string, rights: unknown = []): Request => ({
    method: "POST",
    path: "/v2/users",
    body: { user: { id, identityProviderId }, rights },
  });
  const allocate = (partyIdHint: string, identityProviderId: string, userId = ""): Request => ({
    method: "POST",
    path: "/v2/parties",
    body: { partyIdHint, identityProviderId, userId },
  });
  const get = (path: string): Request => ({ method: "GET", path });

  const rows: ReadonlyArray<Row> = [
    ["list identity providers", () => get("/v2/idps"), participantAdmin],
    ["read an identity provider", () => get("/v2/idps/a"), participantAdmin],
    [
      "create an identity provider",
      (fresh) => ({
        method: "POST",
        path: "/v2/idps",
        body: { identityProviderConfig: provider(fresh) },
      }),
      participantAdmin,
    ],
    [
      "change an identity provider",
      () => ({
        method: "PATCH",
        path: "/v2/idps/c",
        body: { identityProviderConfig: provider("c"), updateMask: mask("audience") },
      }),
      participantAdmin,
    ],
    [
      "delete an identity provider",
      async (fresh) => {
        await server.ledger.createIdentityProvider(provider(fresh));
        return { method: "DELETE", path: `/v2/idps/${fresh}` };
      },
      participantAdmin,
    ],
    ["list the users of their own provider", () => get("/v2/users"), allAdmins],
    ["list the users of provider a", () => get("/v2/users?identity-provider-id=a"), admins],
    ["create a user of provider a", (fresh) => create(fresh, "a"), admins],
    ["create a user of the provider that is theirs", (fresh) => create(fresh, ""), allAdmins],
    ["create a participant admin", (fresh) => create(fresh, "a", admin), participantAdmin],
    ["create a reader of everything", (fresh) => create(fresh, "a", readAny), participantAdmin],
    ["create a provider admin", (fresh) => create(fresh, "a", providerAdmin), admins],
    [
      "read a user, naming its provider",
      () => get("/v2/users/a.self?identity-provider-id=a"),
      [...admins, "the user itself"],
    ],
    [
      "read a user, naming no provider",
      () => get("/v2/users/a.self"),
      [...ownAdmin, "the user itself"],
    ],
    [
      "read a user, naming another provider",
      () => get("/v2/users/a.self?identity-provider-id=b"),
      [],
    ],
    ["change a user, naming its provider", (fresh) => patchUser(fresh, "a"), admins],
    ["change a user, naming no provider", (fresh) => patchUser(fresh, ""), ownAdmin],
    ["change a user, naming another provider", (fresh) => patchUser(fresh, "b"), []],
    [
      "delete a user, naming its provider",
      async (fresh) => {
        const path = `/v2/users/${await newUser(fresh)}?identity-provider-id=a`;
        return { method: "DELETE", path };
      },
      admins,
    ],
    [
      "delete a user, naming no provider",
      async (fresh) => ({ method: "DELETE", path: `/v2/users/${await newUser(fresh)}` }),
      ownAdmin,
    ],
    [
      "list the rights of a user, naming its provider, which is not asked",
      () => get("/v2/users/a.self/rights?identity-provider-id=a"),
      [...ownAdmin, "the user itself"],
    ],
    [
      "list the rights of a user, naming no provider",
      () => get("/v2/users/a.self/rights"),
      [...ownAdmin, "the user itself"],
    ],
    ["grant CanActAs", (fresh) => change("POST", fresh, actAs(), "a"), admins],
    ["grant without naming the provider", (fresh) => change("POST", fresh, actAs(), ""), ownAdmin],
    ["grant naming another provider", (fresh) => change("POST", fresh, actAs(), "b"), []],
    ["grant provider admin", (fresh) => change("POST", fresh, providerAdmin, "a"), admins],
    ["grant reading of all", (fresh) => change("POST", fresh, readAny, "a"), participantAdmin],
    [
      "grant executing for all",
      (fresh) => change("POST", fresh, executeAny, "a"),
      participantAdmin,
    ],
    ["grant participant admin", (fresh) => change("POST", fresh, admin, "a"), participantAdmin],
    ["revoke CanActAs", (fresh) => change("PATCH", fresh, actAs(), "a"), admins],
    ["revoke naming no provider", (fresh) => change("PATCH", fresh, actAs(), ""), ownAdmin],
    ["revoke participant admin", (fresh) => change("PATCH", fresh, admin, "a"), participantAdmin],
    ["revoke reading of all", (fresh) => change("PATCH", fresh, readAny, "a"), participantAdmin],
    [
      "revoke executing for all",
      (fresh) => change("PATCH", fresh, executeAny, "a"),
      participantAdmin,
    ],
    [
      "move a user to another provider",
      async (fresh) => {
        const userId = await newUser(fresh);
        const source = { sourceIdentityProviderId: "a", targetIdentityProviderId: "b" };
        const path = `/v2/users/${userId}/identity-provider-id`;
        return { method: "PATCH", path, body: { userId, ...source } };
      },
      participantAdmin,
    ],
    ["ask who they are", () => get("/v2/authenticated-user"), everybody],
    ["list parties", () => get("/v2/parties"), allAdmins],
    ["list parties in provider a", () => get("/v2/parties?identity-provider-id=a"), admins],
    [
      "read a party the user may act as",
      () => get(`/v2/parties/${party}`),
      [...allAdmins, "the user itself"],
    ],
    [
      "read a party in provider a",
      () => get(`/v2/parties/${party}?identity-provider-id=a`),
      [...admins, "the user itself"],
    ],
    [
      "read that party and one more",
      () => get(`/v2/parties/${party}?parties=${party}&parties=bob::1220`),
      allAdmins,
    ],
    ["allocate a party in provider a", (fresh) => allocate(fresh, "a"), admins],
    ["allocate a party in their own provider", (fresh) => allocate(fresh, ""), allAdmins],
    ["allocate for a user", (fresh) => allocate(fresh, "a", "a.other"), admins],
    ["change a party, naming its provider", () => patchParty("a"), admins],
    ["change a party, naming no provider", () => patchParty(""), ownAdmin],
    [
      "ask for the synchronizers of a party",
      () => get(`/v2/state/connected-synchronizers?party=${party}`),
      [...allAdmins, "the user itself"],
    ],
    [
      "ask for the synchronizers of a party in provider a",
      () => get(`/v2/state/connected-synchronizers?party=${party}&identityProviderId=a`),
      [...admins, "the user itself"],
    ],
    ["ask for the synchronizers", () => get("/v2/state/connected-synchronizers"), everybody],
    ["ask for the participant's id", () => get("/v2/parties/participant-id"), everybody],
  ];

  before(async () => {
    server = await administrationServer();
    await server.ledger.createIdentityProvider(provider("c"));
    party = await server.party("a-party");
    await server.user("a.admin", [{ kind: "IdentityProviderAdmin" }]);
    await server.user("b.admin", [{ kind: "IdentityProviderAdmin" }]);
    await server.user("a.self", [{ kind: "CanActAs", party }]);
    await server.user("a.other", [{ kind: "CanActAs", party: "somebody::1220" }]);
    await server.user("a.sleeper", [{ kind: "ParticipantAdmin" }], { isDeactivated: true });
  });
  after(() => server.close());

  const ask = async (make: Row[1], as: string) => {
    count += 1;
    const { method, path, body } = await make(`fresh-${count}`);
    const before = server.ledger.ledgerEnd();
    const reply = await server.call(method, path, { as, ...(body === undefined ? {} : { body }) });
    if (reply.status !== 200) expect(server.ledger.ledgerEnd()).to.equal(before);
    return reply;
  };

  for (const [name, make, allowed] of rows) {
    for (const caller of everybody) {
      const may = allowed.includes(caller);
      it(`${caller} ${may ? "may" : "may not"} ${name}`, async () => {
        const reply = await ask(make, callers[caller]);
        if (may) {
          expect(reply.status, reply.text).to.equal(200);
        } else {
          expectError(reply, 403, "NA");
          expect(at(reply.json, "context")).to.deep.equal({});
        }
      });
    }
    it(`a deactivated user may not ${name}`, async () => {
      const reply = await ask(make, "a.sleeper");
      expectError(reply, 403, "NA");
      expect(at(reply.json, "context")).to.deep.equal({ ledger_api_error: "invalid token" });
    });
  }

  it("no one gets further with a malformed identity provider than 400", async () => {
    const malformed = "a%25%21";
    for (const request of [
      get(`/v2/users?identity-provider-id=${malformed}`),
      get(`/v2/users/a.self?identity-provider-id=${malformed}`),
      get(`/v2/authenticated-user?identity-provider-id=${malformed}`),
      get(`/v2/parties?identity-provider-id=${malformed}`),
      get(`/v2/parties/${party}?identity-provider-id=${malformed}`),
      create("somebody", "a%!"),
      allocate("somebody", "a%!"),
    ])
      expectError(await ask(() => request, "ledger-api-user"), 400, "INVALID_TOKEN");
  });

  it("a participant admin of a provider names that one or the default one", async () => {
    await server.user("b.root", [{ kind: "ParticipantAdmin" }]);
    const list = (query: string) => server.call("GET", `/v2/users${query}`, { as: "b.root" });
    expect((await list("?identity-provider-id=b")).status).to.equal(200);
    expect((await list("?identity-provider-id=a")).status).to.equal(403);
    const users = Object(at((await list("")).json, "users"));
    expect(users[0]).to.have.property("identityProviderId", "");
    const own = await server.call("GET", "/v2/users/b.root", { as: "b.root" });
    expect(own.status, own.text).to.equal(200);
  });

  it("an admin grants only what is known in its own provider", async () => {
    const userId = await newUser("grantee");
    const foreign = await server.party("b-party");
    const body = { userId, rights: right({ CanReadAs: { value: { party: foreign } } }) };
    const grant = (as: string, identityProviderId: string) =>
      server.call("POST", `/v2/users/${userId}/rights`, {
        as,
        body: { ...body, identityProviderId },
      });
    const refused = await grant("a.admin", "");
    expectError(refused, 404, "UNKNOWN_RESOURCE");
    expect(at(refused.json, "resources")).to.deep.equal([["PARTIES", foreign]]);
    expect((await grant("ledger-api-user", "a")).status).to.equal(200);
  });
});

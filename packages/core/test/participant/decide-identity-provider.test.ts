import { expect } from "chai";
import { maxProviderTextLength } from "../../src/participant/decide-identity-provider.js";
import type { ParticipantCommand } from "../../src/participant/participant-command.js";
import type { IdentityProviderConfig } from "../../src/events/participant-records.js";
import { hasIn } from "../../src/collections/persistent-map.js";
import { configured, foundation, start } from "../ledger-fixture.js";
import {
  given,
  partyEvent,
  populated,
  providerEvent,
  errorOf,
  refuses,
  userEvent,
} from "../participant-fixture.js";

const configOf = (changes: Partial<IdentityProviderConfig> = {}): IdentityProviderConfig => ({
  identityProviderId: "acme",
  issuer: "https://acme.example.com",
  jwksUrl: "https://acme.example.com/jwks.json",
  isDeactivated: false,
  audience: "",
  ...changes,
});
const creation = (changes: Partial<IdentityProviderConfig> = {}): ParticipantCommand => ({
  kind: "CreateIdentityProvider",
  config: configOf(changes),
});
const update = (
  updateMask: ReadonlyArray<string>,
  changes: Partial<IdentityProviderConfig> = {},
): ParticipantCommand => ({
  kind: "UpdateIdentityProvider",
  config: configOf(changes),
  updateMask,
});
const deletion = (identityProviderId: string): ParticipantCommand => ({
  kind: "DeleteIdentityProvider",
  identityProviderId,
});
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => providerEvent(`idp-${index}`));
const long = "x".repeat(maxProviderTextLength + 1);
const longUrl = (length: number): string => "https://a.example/".padEnd(length, "x");

describe("the creation of an identity provider", () => {
  it("keeps all five fields", () => {
    given(foundation)
      .when(creation())
      .then([providerEvent("acme")]);
    const rest = { isDeactivated: true, audience: "ledger", issuer: "anything but empty" };
    given(foundation)
      .when(creation(rest))
      .then([providerEvent("acme", rest)]);
  });

  for (const jwksUrl of [
    "http://localhost:8080/keys?a=b#c",
    "HTTPS://IDP.EXAMPLE.COM",
    "https://[::1]:443/jwks",
    longUrl(maxProviderTextLength),
  ]) {
    it(`takes the URL ${jwksUrl.slice(0, 40)}`, () => {
      given(foundation)
        .when(creation({ jwksUrl }))
        .then([providerEvent("acme", { jwksUrl })]);
    });
  }

  it("refuses an empty URL as a missing field", () => {
    const error = errorOf(foundation, creation({ jwksUrl: "" }));
    expect(error.code).to.equal("MISSING_FIELD");
    expect(error.field).to.equal("jwks_url");
  });

  for (const jwksUrl of [
    "/jwks.json",
    "idp.example.com/jwks",
    "ftp://idp.example.com",
    "file:///etc/passwd",
    "https://",
    "https:///jwks",
    "https://idp.example.com:port/",
    "https://idp example.com/",
    " https://idp.example.com",
    "https://idp.example.com/a b",
    "https://idp.example.com/\n",
    "javascript:alert(1)",
    longUrl(maxProviderTextLength + 1),
  ]) {
    it(`refuses the URL ${JSON.stringify(jwksUrl.slice(0, 40))}`, () => {
      const error = errorOf(foundation, creation({ jwksUrl }));
      expect(error.code).to.equal("INVALID_FIELD");
      expect(error.field).to.equal("jwks_url");
      expect(error.cause).to.contain("Malformed URL");
    });
  }

  it("takes as many as are allowed, and not one more", () => {
    const [first, ...others] = many(16);
    if (first === undefined) throw new Error("no provider");
    given([...foundation, ...others])
      .when(creation())
      .then([providerEvent("acme")]);
    given([...foundation, first, ...others])
      .when(creation())
      .thenError("TOO_MANY_IDENTITY_PROVIDER_CONFIGS");
    const atMost = (maxIdentityProviders: number) => configured({ maxIdentityProviders });
    given([...foundation, atMost(1)])
      .when(creation())
      .then([providerEvent("acme")]);
    given([...foundation, first, atMost(1)])
      .when(creation())
      .thenError("TOO_MANY_IDENTITY_PROVIDER_CONFIGS");
    given([...foundation, first, atMost(17)])
      .when(creation())
      .then([providerEvent("acme")]);
  });

  it("names the id before the issuer, and the issuer before the maximum", () => {
    const full = [...foundation, ...many(15), providerEvent("acme")];
    const issuer = "https://idp-3.example.com";
    const idTaken = errorOf(full, creation({ issuer }));
    expect(idTaken.code).to.equal("IDP_CONFIG_ALREADY_EXISTS");
    expect(idTaken.resources).to.deep.equal([["IDENTITY_PROVIDER_CONFIG", "acme"]]);
    const issuerTaken = errorOf(full, creation({ identityProviderId: "new", issuer }));
    expect(issuerTaken.code).to.equal("IDP_CONFIG_ISSUER_ALREADY_EXISTS");
    expect(issuerTaken.resources).to.deep.equal([["IDENTITY_PROVIDER_CONFIG", issuer]]);
    const fresh = creation({ identityProviderId: "new", issuer: "https://new.example.com" });
    expect(errorOf(full, fresh).code).to.equal("TOO_MANY_IDENTITY_PROVIDER_CONFIGS");
  });

  it("checks the id before the URL, and the URL before the issuer", () => {
    const wrong = { identityProviderId: "", jwksUrl: "", issuer: "" };
    expect(errorOf(foundation, creation(wrong)).field).to.equal("identity_provider_id");
    const later = { jwksUrl: "", issuer: "", audience: long };
    expect(errorOf(foundation, creation(later)).field).to.equal("jwks_url");
  });

  refuses(
    [...foundation, providerEvent("beta", { isDeactivated: true })],
    [
      ["no id", creation({ identityProviderId: "" }), "MISSING_FIELD", "identity_provider_id"],
      ["a malformed id", creation({ identityProviderId: "a@b" }), "INVALID_FIELD", "a@b"],
      ["no issuer", creation({ issuer: "" }), "MISSING_FIELD", "issuer"],
      ["too long an issuer", creation({ issuer: long }), "INVALID_FIELD", "issuer"],
      ["too long an audience", creation({ audience: long }), "INVALID_FIELD", "audience"],
      [
        "the issuer of a deactivated provider",
        creation({ issuer: "https://beta.example.com" }),
        "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
        "beta",
      ],
    ],
  );
});

describe("the update of an identity provider", () => {
  const all = {
    issuer: "https://new.example.com",
    jwksUrl: "https://new.example.com/keys",
    isDeactivated: true,
    audience: "ledger",
  };
  const before = providerEvent("acme", { audience: "before" });
  const updated = (changes = {}) =>
    ({ ...before, type: "IdentityProviderConfigUpdated", ...changes }) as typeof before;

  it("changes what the mask names and nothing else", () => {
    const table: ReadonlyArray<readonly [ReadonlyArray<string>, object]> = [
      [["issuer"], { issuer: all.issuer }],
      [["jwks_url"], { jwksUrl: all.jwksUrl }],
      [["is_deactivated"], { isDeactivated: true }],
      [["audience"], { audience: "ledger" }],
      [["identity_provider_id"], {}],
      [["is_deactivated", "jwks_url", "issuer", "audience", "identity_provider_id"], all],
    ];
    for (const [mask, changes] of table) {
      given([...foundation, before])
        .when(update(mask, all))
        .then([updated(changes)]);
    }
  });

  it("leaves URL and issuer when they are empty, and clears the audience", () => {
    given([...foundation, before])
      .when(update(["issuer", "jwks_url", "audience"], { issuer: "", jwksUrl: "", audience: "" }))
      .then([updated({ audience: "" })]);
  });

  it("keeps its own issuer, and may reactivate", () => {
    given([...foundation, updated({ isDeactivated: true })])
      .when(update(["issuer", "is_deactivated"]))
      .then([updated()]);
  });

  refuses(
    [...foundation, before, providerEvent("beta")],
    [
      ["an empty mask", update([]), "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST", "is empty"],
      [
        "a path that is not known",
        update(["jwksUrl"]),
        "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
        "jwksUrl",
      ],
      [
        "a path named twice",
        update(["issuer", "issuer"]),
        "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
        "twice",
      ],
      [
        "the default provider",
        update(["issuer"], { identityProviderId: "" }),
        "MISSING_FIELD",
        "identity_provider_id",
      ],
      [
        "an unknown provider",
        update(["issuer"], { identityProviderId: "gone" }),
        "IDP_CONFIG_NOT_FOUND",
        "gone",
      ],
      ["a malformed URL", update(["jwks_url"], { jwksUrl: "x" }), "INVALID_FIELD", "Malformed URL"],
      [
        "too long an audience",
        update(["audience"], { audience: long }),
        "INVALID_FIELD",
        "audience",
      ],
      [
        "the issuer of another",
        update(["issuer"], { issuer: "https://beta.example.com" }),
        "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
        "beta",
      ],
    ],
  );
});

describe("the deletion of an identity provider", () => {
  it("makes room for its id and its issuer", () => {
    const outcome = given(populated).when(deletion("nobody-refers-to-it"));
    outcome.thenError("IDP_CONFIG_NOT_FOUND");
    const gone = given([...foundation, providerEvent("acme")]).when(deletion("acme"));
    gone.then([
      { type: "IdentityProviderConfigDeleted", identityProviderId: "acme", recordTime: start },
    ]);
    expect(hasIn(gone.state.participant.identityProviders, "acme")).to.equal(false);
    const renamed = providerEvent("beta", { issuer: "https://acme.example.com" });
    given([
      ...foundation,
      providerEvent("acme"),
      { type: "IdentityProviderConfigDeleted", identityProviderId: "acme", recordTime: start },
    ])
      .when(creation({ identityProviderId: "beta", jwksUrl: "https://beta.example.com/jwks.json" }))
      .then([renamed]);
  });

  it("is possible once its last user has left", () => {
    const with1 = [
      ...foundation,
      providerEvent("acme"),
      userEvent("max", { identityProviderId: "acme" }),
    ];
    given(with1).when(deletion("acme")).thenError("IDP_CONFIG_IN_USE");
    const moved = {
      type: "UserIdentityProviderChanged",
      userId: "max",
      identityProviderId: "",
      resourceVersion: 1,
      recordTime: start,
    } as const;
    for (const left of [
      moved,
      { type: "UserDeleted", userId: "max", recordTime: start } as const,
    ]) {
      given([...with1, left])
        .when(deletion("acme"))
        .then([
          { type: "IdentityProviderConfigDeleted", identityProviderId: "acme", recordTime: start },
        ]);
    }
  });

  refuses(
    [...foundation, providerEvent("acme"), partyEvent("dora", "acme")],
    [
      ["the default provider", deletion(""), "MISSING_FIELD", "identity_provider_id"],
      ["a malformed id", deletion("a@b"), "INVALID_FIELD", "a@b"],
      ["an unknown provider", deletion("gone"), "IDP_CONFIG_NOT_FOUND", "gone"],
      ["one with a party", deletion("acme"), "IDP_CONFIG_IN_USE", "party dora::"],
    ],
  );
});

import fc from "fast-check";
import type { ParticipantCommand } from "../../src/participant/participant-command.js";
import { partyOf } from "../ledger-fixture.js";

/** The limits under which these commands are decided. */
export const limits = { maxRightsPerUser: 3, maxIdentityProviders: 2 };

/** The packages these commands speak of. */
const packageIds = ["p0", "p1", "p2"];

const userIds = fc.constantFrom("u0", "u1", "u2");
const providerIds = fc.constantFrom("", "i0", "i1", "i2");
const parties = fc.constantFrom("a", "b", "c").map(partyOf);
const rights = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom("CanActAs" as const, "CanReadAs" as const), party: parties }),
    fc.record({ kind: fc.constant("ParticipantAdmin" as const) }),
  ),
  { maxLength: 3 },
);
const annotations = fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom("", "1", "2"), {
  noNullPrototype: true,
});
const givenAnnotations = fc.constantFrom<Readonly<Record<string, string>>>({}, { k: "0" });
const resourceVersion = fc.constantFrom("", "", "0", "1");
const by = fc.constantFrom(
  {},
  { by: { userId: "u0", participantAdmin: true, identityProviderId: "" } },
  { by: { userId: "u1", participantAdmin: false, identityProviderId: "i0" } },
);
const config = fc.record({
  identityProviderId: providerIds,
  issuer: fc.constantFrom("https://x", "https://y", "https://z"),
  jwksUrl: fc.constant("https://x/jwks"),
  isDeactivated: fc.boolean(),
  audience: fc.constantFrom("", "ledger"),
});
const packages = fc.array(fc.constantFrom(...packageIds), { minLength: 1, maxLength: 2 });
const kind = <K extends ParticipantCommand["kind"]>(name: K) => fc.constant(name);

/** Any command on a participant, of few users, parties, providers and packages. */
export const anyParticipantCommand: fc.Arbitrary<ParticipantCommand> = fc.oneof(
  fc.record({
    kind: kind("AllocateParty"),
    partyIdHint: fc.constantFrom("a", "b", "c"),
    annotations: givenAnnotations,
    identityProviderId: providerIds,
    synchronizerId: fc.constant(""),
    userId: fc.oneof(fc.constant(""), userIds),
  }),
  fc.record({
    kind: kind("UpdateParty"),
    party: parties,
    updateMask: fc.constant(["local_metadata.annotations"]),
    annotations,
    resourceVersion,
    identityProviderId: providerIds,
    isLocal: fc.boolean(),
  }),
  fc
    .tuple(
      fc.record({
        kind: kind("CreateUser"),
        userId: userIds,
        primaryParty: fc.constantFrom("", partyOf("a")),
        isDeactivated: fc.boolean(),
        annotations: givenAnnotations,
        identityProviderId: providerIds,
        primaryPartyAuthentication: fc.boolean(),
        rights,
      }),
      by,
    )
    .map(([command, caller]) => ({ ...command, ...caller })),
  fc
    .tuple(
      fc.record({
        kind: kind("UpdateUser"),
        userId: userIds,
        updateMask: fc.constant(["is_deactivated", "metadata"]),
        primaryParty: fc.constant(partyOf("b")),
        isDeactivated: fc.boolean(),
        primaryPartyAuthentication: fc.boolean(),
        annotations,
        resourceVersion,
        identityProviderId: providerIds,
      }),
      by,
    )
    .map(([command, caller]) => ({ ...command, ...caller })),
  fc
    .tuple(fc.record({ kind: kind("DeleteUser"), userId: userIds }), by)
    .map(([command, caller]) => ({ ...command, ...caller })),
  fc.record({
    kind: kind("MoveParty"),
    party: parties,
    sourceProviderId: providerIds,
    targetProviderId: providerIds,
  }),
  fc.record({
    kind: kind("MoveUser"),
    userId: userIds,
    sourceProviderId: providerIds,
    targetProviderId: providerIds,
  }),
  fc
    .tuple(
      fc.record({
        kind: fc.constantFrom("GrantUserRights" as const, "RevokeUserRights" as const),
        userId: userIds,
        rights,
      }),
      by,
    )
    .map(([command, caller]) => ({ ...command, ...caller })),
  fc.record({ kind: kind("CreateIdentityProvider"), config }),
  fc.record({
    kind: kind("UpdateIdentityProvider"),
    config,
    updateMask: fc.constant(["is_deactivated", "jwks_url", "issuer", "audience"]),
  }),
  fc.record({ kind: kind("DeleteIdentityProvider"), identityProviderId: providerIds }),
  fc.tuple(packages, fc.boolean()).map(([ids, vet]) => ({
    kind: "RegisterPackages" as const,
    packages: ids.map((packageId) => ({ packageId, name: packageId, version: "1", model: {} })),
    vet,
  })),
  fc.tuple(packages, fc.boolean()).map(([ids, vets]) => ({
    kind: "UpdateVetting" as const,
    changes: [
      {
        kind: vets ? ("vet" as const) : ("unvet" as const),
        packages: ids.map((packageId) => ({ packageId, packageName: "", packageVersion: "" })),
      },
    ],
    allowUnvettedDependencies: false,
  })),
);

import { rm } from "node:fs/promises";
import {
  defaultConfiguration,
  definePackage,
  type IdentityProviderConfig,
  type LedgerError,
  party,
  record,
  template,
  type UserRight,
} from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import type { Either } from "fp-ts/lib/Either.js";
import type { UpdateUser } from "../../src/ledger/administration-requests.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { defaultAdminUser } from "../../src/open/journal/initialize-ledger.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { snapshotPath } from "../../src/snapshot/snapshot-file.js";
import { iouPackage } from "../iou-package.js";
import {
  allocate,
  codeOf,
  iouBy,
  journalOf,
  leftOf,
  openTest,
  optionsOf,
  rightOf,
  tempFolder,
} from "../test-ledger.js";

/** What a caller in JavaScript may give. */
const untyped = (value: unknown): never =>
  // border: this is what the types forbid
  value as never;

const acme: IdentityProviderConfig = {
  identityProviderId: "acme",
  issuer: "https://acme.example.com",
  jwksUrl: "https://acme.example.com/jwks.json",
  isDeactivated: false,
  audience: "",
};
const changeOf = (userId: string, changes: Partial<UpdateUser> = {}): UpdateUser => ({
  userId,
  updateMask: ["metadata.annotations"],
  primaryParty: "",
  isDeactivated: false,
  primaryPartyAuthentication: false,
  annotations: {},
  resourceVersion: "",
  identityProviderId: "",
  ...changes,
});
const everyone = { after: "", limit: 100 };

/** Everything the administration shows. */
const shown = (ledger: Ledger) => ({
  users: ledger.users(everyone),
  parties: ledger.parties(everyone),
  providers: ledger.identityProviders(),
  vetting: ledger.vetting(),
});

/** A bit of everything, changed at least once. */
const administer = async (ledger: Ledger): Promise<void> => {
  rightOf(await ledger.createIdentityProvider(acme));
  rightOf(await ledger.createIdentityProvider({ ...acme, identityProviderId: "b", issuer: "b" }));
  rightOf(
    await ledger.updateIdentityProvider({
      config: { ...acme, isDeactivated: true, audience: "ledger" },
      updateMask: ["is_deactivated", "audience"],
    }),
  );
  rightOf(await ledger.deleteIdentityProvider("b"));
  const alice = await allocate(ledger, "alice");
  rightOf(await ledger.allocateParty({ partyIdHint: "acme", identityProviderId: "acme" }));
  rightOf(
    await ledger.updateParty({
      party: alice,
      updateMask: ["local_metadata"],
      annotations: { a: "1" },
      resourceVersion: "0",
      identityProviderId: "",
      isLocal: true,
    }),
  );
  const rights: ReadonlyArray<UserRight> = [
    { kind: "CanActAs", party: alice },
    { kind: "CanReadAsAnyParty" },
  ];
  rightOf(await ledger.createUser({ userId: "ann", primaryPartyAuthentication: true, rights }));
  rightOf(await ledger.updateUser(changeOf("ann", { annotations: { a: "1", b: "2" } })));
  rightOf(await ledger.updateUser(changeOf("ann", { annotations: { a: "" } })));
  rightOf(await ledger.revokeUserRights("ann", [{ kind: "CanReadAsAnyParty" }]));
  rightOf(await ledger.moveUser("ann", "", "acme"));
  rightOf(await ledger.createUser({ userId: "gone" }));
  rightOf(await ledger.deleteUser("gone"));
  const iou = { packageId: "", packageName: iouPackage.name, packageVersion: "" };
  rightOf(
    await ledger.updateVetting({
      changes: [{ kind: "vet", packages: [iou], validFromInclusive: 1n }],
      dryRun: false,
      allowUnvettedDependencies: false,
    }),
  );
};

describe("The administration of a ledger", () => {
  it("is what it was after closing and opening, from the snapshot and without it", async () => {
    const data = tempFolder();
    const first = await openTest({ data });
    await administer(first);
    const before = shown(first);
    expect(before.users.map(({ userId }) => userId)).to.deep.equal(["ann", defaultAdminUser]);
    expect(before.users[0]).to.deep.include({
      annotations: { b: "2" },
      identityProviderId: "acme",
      primaryPartyAuthentication: true,
      resourceVersion: 3,
    });
    expect(before.parties.map(({ resourceVersion }) => resourceVersion)).to.deep.equal([0, 1]);
    expect(before.providers).to.deep.equal([{ ...acme, isDeactivated: true, audience: "ledger" }]);
    expect(before.vetting.packages.filter((each) => each.validFromInclusive === 1n)).to.have.length(
      1,
    );
    await first.close();
    const second = await openTest({ data });
    expect(shown(second)).to.deep.equal(before);
    await second.close();
    await rm(snapshotPath(data), { recursive: true });
    const third = await openTest({ data });
    expect(shown(third)).to.deep.equal(before);
    await third.close();
    const fourth = await openTest({ data });
    rightOf(
      await fourth.updateUser(
        changeOf("ann", { identityProviderId: "acme", resourceVersion: "3" }),
      ),
    );
    expect(fourth.user("ann")?.resourceVersion).to.equal(4);
  });
});

describe("Users of a ledger", () => {
  it("are listed in pages by id, of all providers or of one", async () => {
    const ledger = await openTest();
    rightOf(await ledger.createIdentityProvider(acme));
    const ids = ["u3", "u1", "u5", "u2", "u4"];
    for (const userId of ids) {
      rightOf(
        await ledger.createUser({
          userId,
          identityProviderId: Number(userId[1]) % 2 === 0 ? "acme" : "",
        }),
      );
    }
    const page = (after: string, limit: number, provider = {}) =>
      ledger.users({ after, limit, ...provider }).map(({ userId }) => userId);
    expect(page("", 3)).to.deep.equal([defaultAdminUser, "u1", "u2"]);
    expect(page("u2", 3)).to.deep.equal(["u3", "u4", "u5"]);
    expect(page("u5", 3)).to.deep.equal([]);
    expect(page("u11", 1)).to.deep.equal(["u2"]);
    expect(page("", 10, { identityProviderId: "acme" })).to.deep.equal(["u2", "u4"]);
    expect(page("u2", 10, { identityProviderId: "acme" })).to.deep.equal(["u4"]);
    expect(page("", 10, { identityProviderId: "" })).to.deep.equal([
      defaultAdminUser,
      "u1",
      "u3",
      "u5",
    ]);
    rightOf(await ledger.deleteUser("u1"));
    expect(page("", 2)).to.deep.equal([defaultAdminUser, "u2"]);
  });

  it("are answered as a change leaves them, and each change counts once", async () => {
    const ledger = await openTest();
    const rights: ReadonlyArray<UserRight> = [{ kind: "CanReadAsAnyParty" }];
    const created = rightOf(await ledger.createUser({ userId: "ann", rights }));
    expect(created).to.include({ resourceVersion: 0, isDeactivated: false });
    const changes = Array.from({ length: 20 }, (_, at) =>
      ledger.updateUser(changeOf("ann", { annotations: { [`k${at}`]: "x" } })),
    );
    const versions = (await Promise.all(changes)).map((each) => rightOf(each).resourceVersion);
    expect(versions).to.deep.equal(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(Object.keys(ledger.user("ann")?.annotations ?? {})).to.have.length(20);
    expect(ledger.user("ann")?.rights).to.deep.equal(rights);
  });

  it("take one of two changes based on one version", async () => {
    const ledger = await openTest();
    rightOf(await ledger.createUser({ userId: "ann" }));
    const change = changeOf("ann", { resourceVersion: "0" });
    const outcomes = await Promise.all([ledger.updateUser(change), ledger.updateUser(change)]);
    expect(outcomes.map(codeOf)).to.deep.equal(["ok", "CONCURRENT_USER_UPDATE_DETECTED"]);
  });

  it("are protected from themselves, and the limits are those of the configuration", async () => {
    const config = { maxRightsPerUser: 2, maxIdentityProviders: 1 };
    const ledger = await openTest({ config });
    const by = { userId: defaultAdminUser, participantAdmin: true, identityProviderId: "" };
    const admin: UserRight = { kind: "ParticipantAdmin" };
    const refused = [
      await ledger.deleteUser(defaultAdminUser, "", by),
      await ledger.revokeUserRights(defaultAdminUser, [admin], { by }),
      await ledger.updateUser(
        changeOf(defaultAdminUser, { updateMask: ["is_deactivated"], isDeactivated: true }),
        by,
      ),
    ];
    expect(refused.map(codeOf)).to.deep.equal(refused.map(() => "INVALID_ARGUMENT"));
    const more: ReadonlyArray<UserRight> = [
      { kind: "CanReadAsAnyParty" },
      { kind: "CanExecuteAsAnyParty" },
    ];
    expect(codeOf(await ledger.grantUserRights(defaultAdminUser, more))).to.equal(
      "TOO_MANY_USER_RIGHTS",
    );
    expect(rightOf(await ledger.grantUserRights(defaultAdminUser, more.slice(1)))).to.deep.equal(
      more.slice(1),
    );
    expect(rightOf(await ledger.revokeUserRights(defaultAdminUser, more))).to.deep.equal(
      more.slice(1),
    );
    rightOf(await ledger.createIdentityProvider(acme));
    const second = { ...acme, identityProviderId: "b", issuer: "b" };
    expect(codeOf(await ledger.createIdentityProvider(second))).to.equal(
      "TOO_MANY_IDENTITY_PROVIDER_CONFIGS",
    );
    expect(defaultConfiguration.maxRightsPerUser).to.equal(1000);
    expect(defaultConfiguration.maxIdentityProviders).to.equal(16);
  });
});

describe("What has another form than its type", () => {
  type Call = (ledger: Ledger) => Promise<Either<LedgerError, unknown>>;
  const wrong: ReadonlyArray<readonly [what: string, call: Call, field: string]> = [
    [
      "a right as HTTP has it",
      (ledger) =>
        ledger.createUser(
          untyped({ userId: "u", rights: [{ kind: { CanActAs: { value: { party: "a::1" } } } }] }),
        ),
      "request.rights[0]",
    ],
    [
      "a right that is misspelt",
      (ledger) => ledger.createUser(untyped({ userId: "u", rights: [{ kind: "CanActsAs" }] })),
      "request.rights[0]",
    ],
    [
      "a right without its party",
      (ledger) => ledger.createUser(untyped({ userId: "u", rights: [{ kind: "CanActAs" }] })),
      "request.rights[0]",
    ],
    [
      "annotations as a text",
      (ledger) => ledger.allocateParty(untyped({ partyIdHint: "p", annotations: "red" })),
      "request.annotations: expected",
    ],
    [
      "no user id",
      (ledger) => ledger.createUser(untyped({})),
      "request.userId: missing, expected a string",
    ],
    [
      "a user id as a number",
      (ledger) => ledger.createUser(untyped({ userId: 5 })),
      "request.userId: expected a string, found the number 5",
    ],
  ];
  for (const [what, call, field] of wrong) {
    it(`is refused, and nothing of it is kept: ${what}`, async () => {
      const data = tempFolder();
      const ledger = rightOf(await openLedger(optionsOf({ data })));
      const before = ledger.ledgerEnd();
      const error = leftOf(await call(ledger));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.include(field);
      expect(ledger.ledgerEnd()).to.equal(before);
      rightOf(await ledger.createUser({ userId: "after" }));
      expect(ledger.ready()).to.equal(true);
      await ledger.close();
      const again = rightOf(await openLedger(optionsOf({ data })));
      expect(again.user("after")?.userId).to.equal("after");
      await again.close();
    });
  }
});

describe("Parties of a ledger", () => {
  it("are listed by id, of one provider, or from a prefix on", async () => {
    const ledger = await openTest();
    rightOf(await ledger.createIdentityProvider(acme));
    for (const hint of ["bob", "ann", "bo", "carl"]) await allocate(ledger, hint);
    rightOf(await ledger.allocateParty({ partyIdHint: "bonnie", identityProviderId: "acme" }));
    const hints = (query: object) =>
      ledger.parties({ ...everyone, ...query }).map(({ party: id }) => id.split("::")[0]);
    expect(hints({})).to.deep.equal(["ann", "bo", "bob", "bonnie", "carl"]);
    expect(hints({ prefix: "bo" })).to.deep.equal(["bo", "bob", "bonnie"]);
    expect(hints({ prefix: "bo", limit: 2 })).to.deep.equal(["bo", "bob"]);
    const [, , bob] = ledger.parties(everyone);
    expect(hints({ prefix: "bo", after: bob?.party })).to.deep.equal(["bonnie"]);
    expect(hints({ prefix: "x" })).to.deep.equal([]);
    expect(hints({ identityProviderId: "acme" })).to.deep.equal(["bonnie"]);
  });
});

describe("The vetting of a ledger", () => {
  const iou = { packageId: "", packageName: iouPackage.name, packageVersion: "" };
  const unvetting = {
    changes: [{ kind: "unvet", packages: [iou] }],
    dryRun: false,
    allowUnvettedDependencies: false,
  } as const;
  const note = definePackage({
    name: "note",
    version: "1.0.0",
    templates: [
      template("Note:Note", {
        payload: record({ writer: party }),
        signatories: ({ writer }) => [writer],
      }),
    ],
  });

  it("has every package from its registration on, and one that is unvetted takes no commands", async () => {
    const ledger = await openTest();
    const before = ledger.vetting();
    expect(before.packages.map(({ packageId }) => packageId)).to.have.members(
      ledger.catalog.packages.map(({ packageId }) => packageId),
    );
    expect(before.serial).to.equal(2);
    const alice = await allocate(ledger, "alice");
    rightOf(await ledger.submitAndWait(iouBy(alice, alice, "before")));
    const { past, now } = rightOf(await ledger.updateVetting(unvetting));
    expect(past).to.deep.equal(before);
    expect(now.serial).to.equal(3);
    expect(now.packages).to.have.length(1);
    expect(ledger.vetting()).to.deep.equal(now);
    expect(codeOf(await ledger.submitAndWait(iouBy(alice, alice, "after")))).to.equal(
      "JSON_API_PACKAGE_SELECTION_FAILED",
    );
  });

  it("stays as it was left when the ledger is opened again with the package", async () => {
    const store = inMemoryStore();
    const first = await openTest({ store });
    const { now } = rightOf(await first.updateVetting(unvetting));
    await first.close();
    const second = await openTest({ store });
    expect(second.vetting()).to.deep.equal(now);
    await second.close();
    const third = await openTest({ store, packages: [iouPackage, note] });
    expect(third.vetting().packages).to.have.length(2);
    expect(third.vetting().serial).to.equal(now.serial + 1);
  });

  it("is only shown what a change would do when it is a dry run", async () => {
    const store = inMemoryStore();
    const ledger = await openTest({ store });
    const before = ledger.vetting();
    const { length } = await journalOf(store);
    const { past, now } = rightOf(await ledger.updateVetting({ ...unvetting, dryRun: true }));
    expect(past).to.deep.equal(before);
    expect(now.packages).to.have.length(1);
    expect(ledger.vetting()).to.deep.equal(before);
    const wrong = { ...unvetting, dryRun: true, expectedSerial: 7 };
    expect(codeOf(await ledger.updateVetting(wrong))).to.equal("TOPOLOGY_SERIAL_MISMATCH");
    expect(await journalOf(store)).to.have.length(length);
  });

  it("takes one of two changes based on one serial, and both when they name none", async () => {
    const ledger = await openTest();
    const ids = ledger.catalog.packages.map(({ packageId }) => packageId);
    expect(ids).to.have.length(2);
    const unvettingOf = (packageId: string) => ({
      ...unvetting,
      changes: [
        { kind: "unvet" as const, packages: [{ packageId, packageName: "", packageVersion: "" }] },
      ],
    });
    const both = await Promise.all(ids.map((id) => ledger.updateVetting(unvettingOf(id))));
    expect(both.map((each) => rightOf(each).past.serial)).to.deep.equal([2, 3]);
    expect(ledger.vetting()).to.deep.equal({ packages: [], serial: 4 });
    const revetting = (packageId: string) => ({
      ...unvettingOf(packageId),
      changes: [
        { kind: "vet" as const, packages: [{ packageId, packageName: "", packageVersion: "" }] },
      ],
      expectedSerial: 4,
    });
    const one = await Promise.all(ids.map((id) => ledger.updateVetting(revetting(id))));
    expect(one.map(codeOf)).to.deep.equal(["ok", "TOPOLOGY_SERIAL_MISMATCH"]);
  });
});

import { expect } from "chai";
import { isLeft, type Either } from "fp-ts/lib/Either.js";
import type { LedgerError } from "@tallystick/core";
import type { Administration } from "../../src/ledger/administration.js";
import { openTest } from "../test-ledger.js";

/** What a caller in JavaScript may give. */
const untyped = (value: unknown): never =>
  // border: this is what the types forbid
  value as never;

const unreadable: unknown = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error("trap");
    },
  },
);

type Call = (
  ledger: Administration,
  ...given: ReadonlyArray<never>
) => Promise<Either<LedgerError, unknown>> | Either<LedgerError, unknown>;

/** Every function that changes something or answers errors, with how many arguments it takes. */
const calls: Readonly<Record<string, Call>> = {
  allocateParty: (ledger, a = untyped(undefined), b) => ledger.allocateParty(a, b),
  updateParty: (ledger, a = untyped(undefined), b) => ledger.updateParty(a, b),
  moveParty: (ledger, a = untyped(undefined), b = a, c = a) => ledger.moveParty(a, b, c),
  createUser: (ledger, a = untyped(undefined), b) => ledger.createUser(a, b),
  updateUser: (ledger, a = untyped(undefined), b) => ledger.updateUser(a, b),
  deleteUser: (ledger, a = untyped(undefined), b, c) => ledger.deleteUser(a, b, c),
  moveUser: (ledger, a = untyped(undefined), b = a, c = a) => ledger.moveUser(a, b, c),
  userRights: (ledger, a = untyped(undefined)) => ledger.userRights(a),
  grantUserRights: (ledger, a = untyped(undefined), b = a, c) => ledger.grantUserRights(a, b, c),
  revokeUserRights: (ledger, a = untyped(undefined), b = a, c) => ledger.revokeUserRights(a, b, c),
  createIdentityProvider: (ledger, a = untyped(undefined)) => ledger.createIdentityProvider(a),
  updateIdentityProvider: (ledger, a = untyped(undefined)) => ledger.updateIdentityProvider(a),
  deleteIdentityProvider: (ledger, a = untyped(undefined)) => ledger.deleteIdentityProvider(a),
  uploadDar: (ledger, a = untyped(undefined), b = a) => ledger.uploadDar(a, b),
  validateDar: (ledger, a = untyped(undefined)) => ledger.validateDar(a),
  packageArchive: (ledger, a = untyped(undefined)) => ledger.packageArchive(a),
  updateVetting: (ledger, a = untyped(undefined)) => ledger.updateVetting(a),
};

describe("The arguments of the administration", () => {
  const mistakes: ReadonlyArray<readonly [keyof typeof calls, ReadonlyArray<unknown>, string]> = [
    ["createUser", [], "request: missing, expected an object (CreateUser)"],
    ["createUser", [null], "request: expected an object (CreateUser), found null"],
    ["createUser", ["u"], 'request: expected an object (CreateUser), found "u"'],
    ["createUser", [unreadable], "request: throws when it is read, expected plain data"],
    ["createUser", [{ userId: 7n }], "request.userId: expected a string, found the bigint 7"],
    ["createUser", [{ userId: "u", once: 1 }], "request.once: expected true, found the number 1"],
    [
      "createUser",
      [{ userId: "u", rights: [{ kind: "CanActsAs" }] }],
      'request.rights[0].kind: expected one of CanActAs, CanReadAs, CanExecuteAs, CanReadAsAnyParty, CanExecuteAsAnyParty, ParticipantAdmin, IdentityProviderAdmin, found "CanActsAs"',
    ],
    ["createUser", [{ userId: "u" }, { userId: "v" }], "by.participantAdmin: missing, expected"],
    ["updateUser", [{ userId: "u" }], "request.primaryParty: missing, expected a string"],
    ["deleteUser", [Symbol("u")], "userId: expected a string, found a symbol"],
    ["deleteUser", ["u", 5], "identityProviderId: expected a string, found the number 5"],
    ["moveUser", ["u", "", []], "targetProviderId: expected a string, found an array"],
    ["moveParty", ["p", 1, ""], "sourceProviderId: expected a string, found the number 1"],
    ["userRights", [{}], "userId: expected a string, found an object"],
    ["grantUserRights", ["u", "x"], 'rights: expected an array, found "x"'],
    ["grantUserRights", ["u", [{ kind: "CanActAs" }]], "rights[0].party: missing, expected"],
    ["grantUserRights", ["u", [], { by: "me" }], "context.by: expected an object (RequestedBy)"],
    ["revokeUserRights", ["u", [null]], "rights[0]: expected an object (UserRight), found null"],
    ["allocateParty", [{ annotations: "red" }], "request.annotations: expected"],
    ["allocateParty", [{ maxPartiesOfUser: "2" }], "request.maxPartiesOfUser: expected a whole"],
    ["updateParty", [{ party: "p", updateMask: "x" }], "request.updateMask: expected an array"],
    ["createIdentityProvider", [{}], "config.identityProviderId: missing, expected a string"],
    ["updateIdentityProvider", [{ config: 1 }], "request.config: expected an object"],
    ["deleteIdentityProvider", [undefined], "identityProviderId: missing, expected a string"],
    ["uploadDar", ["file.dar", true], 'bytes: expected a Uint8Array, found "file.dar"'],
    ["uploadDar", [new Uint8Array(), 1], "vetAllPackages: expected"],
    ["validateDar", [new Proxy(new Uint8Array(), {})], "bytes: expected a Uint8Array"],
    ["packageArchive", [1], "packageId: expected a string, found the number 1"],
    ["updateVetting", [{}], "request.changes: missing, expected an array"],
    ["updateVetting", [{ changes: [{ kind: "wet" }] }], "request.changes[0].kind: expected one of"],
  ];
  for (const [name, given, sentence] of mistakes) {
    it(`are refused with their field by ${name}: ${sentence}`, async () => {
      const ledger = await openTest();
      const end = ledger.ledgerEnd();
      const answer = await calls[name]?.(ledger, ...given.map(untyped));
      if (answer === undefined || !isLeft(answer)) throw new Error("it was not refused");
      expect(answer.left.code).to.equal("INVALID_ARGUMENT");
      expect(answer.left.cause).to.include(sentence);
      expect(ledger.ledgerEnd()).to.equal(end);
      await ledger.close();
    });
  }
});

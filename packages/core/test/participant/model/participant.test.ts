import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import type { PastEvent } from "../../../src/events/submission-pruned.js";
import type { UserRight } from "../../../src/events/participant-records.js";
import { emptyLedger, evolveAll } from "../../../src/ledger/ledger-state.js";
import { decodeLedgerEvent, encodeLedgerEvent } from "../../../src/events/ledger-event-codec.js";
import type { ParticipantCommand } from "../../../src/participant/participant-command.js";
import type {
  IdentityProviderConfig,
  Party,
  User,
} from "../../../src/events/participant-records.js";
import { entriesOf, type PersistentMap } from "../../../src/collections/persistent-map.js";
import { vettedAmong } from "../../../src/packages/vetting-state.js";
import { partyOf, TestLedger } from "../../ledger-fixture.js";
import { anyParticipantCommand, limits } from "../random-administration.js";

type OnUsersAndProviders = Exclude<
  ParticipantCommand,
  {
    kind:
      | "InitializeLedger"
      | "RegisterPackages"
      | "UpdateVetting"
      | "AllocateParty"
      | "AllocateExternalParty"
      | "ChangePartyKeys"
      | "UpdateParty"
      | "MoveParty";
  }
>;

/**
 * The participant as one would write it down without events: plain maps, changed in place by
 * accepted commands.
 */
class Model {
  readonly users = new Map<string, User>();
  readonly parties = new Map<string, Party>();
  readonly providers = new Map<string, IdentityProviderConfig>();
  readonly vetted = new Map<string, boolean>();

  apply(command: ParticipantCommand): void {
    switch (command.kind) {
      case "InitializeLedger":
        return;
      case "RegisterPackages":
        for (const { packageId } of command.packages)
          if (command.vet || !this.vetted.has(packageId)) this.vetted.set(packageId, command.vet);
        return;
      case "UpdateVetting":
        for (const { kind, packages } of command.changes) {
          const known = packages.filter(({ packageId }) => this.vetted.has(packageId));
          for (const { packageId } of known) this.vetted.set(packageId, kind === "vet");
        }
        return;
      case "AllocateParty": {
        const { annotations, identityProviderId, userId } = command;
        const party = partyOf(command.partyIdHint);
        this.parties.set(party, { party, annotations, identityProviderId, resourceVersion: 0 });
        if (userId !== "") this.setRights(userId, [{ kind: "CanActAs", party }], true);
        return;
      }
      case "UpdateParty": {
        const party = this.parties.get(command.party);
        if (party === undefined) throw new Error("an unknown party was updated");
        this.parties.set(command.party, {
          ...party,
          annotations: merged(party.annotations, command.annotations),
          resourceVersion: party.resourceVersion + 1,
        });
        return;
      }
      case "MoveParty": {
        const party = this.parties.get(command.party);
        if (party === undefined) throw new Error("an unknown party was moved");
        const { sourceProviderId, targetProviderId: identityProviderId } = command;
        if (sourceProviderId === identityProviderId) return;
        const resourceVersion = party.resourceVersion + 1;
        this.parties.set(command.party, { ...party, identityProviderId, resourceVersion });
        return;
      }
      case "AllocateExternalParty":
      case "ChangePartyKeys":
        throw new Error("no history here has external parties");
      default:
        this.applyToUsers(command);
    }
  }

  private applyToUsers(command: OnUsersAndProviders): void {
    switch (command.kind) {
      case "CreateUser": {
        const { kind: _kind, by: _by, rights, ...rest } = command;
        this.users.set(command.userId, { ...rest, rights: [], resourceVersion: 0 });
        this.setRights(command.userId, rights, true);
        return;
      }
      case "UpdateUser": {
        const user = this.userOf(command.userId);
        this.users.set(command.userId, {
          ...user,
          isDeactivated: command.isDeactivated,
          annotations: merged(user.annotations, command.annotations),
          resourceVersion: user.resourceVersion + 1,
        });
        return;
      }
      case "DeleteUser":
        this.users.delete(command.userId);
        return;
      case "MoveUser": {
        const user = this.userOf(command.userId);
        const { sourceProviderId, targetProviderId: identityProviderId } = command;
        if (sourceProviderId === identityProviderId) return;
        const resourceVersion = user.resourceVersion + 1;
        this.users.set(command.userId, { ...user, identityProviderId, resourceVersion });
        return;
      }
      case "GrantUserRights":
      case "RevokeUserRights":
        this.setRights(command.userId, command.rights, command.kind === "GrantUserRights");
        return;
      case "CreateIdentityProvider":
      case "UpdateIdentityProvider":
        this.providers.set(command.config.identityProviderId, command.config);
        return;
      case "DeleteIdentityProvider":
        this.providers.delete(command.identityProviderId);
    }
  }

  private userOf(userId: string): User {
    const user = this.users.get(userId);
    if (user === undefined) throw new Error("an unknown user was changed");
    return user;
  }

  private setRights(userId: string, rights: ReadonlyArray<UserRight>, held: boolean): void {
    const user = this.userOf(userId);
    const texts = new Map(user.rights.map((right) => [JSON.stringify(right), right]));
    for (const right of rights) {
      if (held) texts.set(JSON.stringify(right), right);
      else texts.delete(JSON.stringify(right));
    }
    this.users.set(userId, { ...user, rights: [...texts.values()] });
  }
}

const merged = (
  held: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries({ ...held, ...changes }).filter(([, value]) => value !== ""));

const contentOf = <V>(map: PersistentMap<V> | ReadonlyMap<string, V>) =>
  [...("root" in map ? entriesOf(map) : map)].sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * What happens when the commands are decided one after the other, and what the model makes of
 * those accepted.
 */
const run = (list: ReadonlyArray<ParticipantCommand>) => {
  const ledger = new TestLedger();
  ledger.configure(limits);
  const model = new Model();
  for (const [party, found] of contentOf(ledger.state.participant.parties))
    model.parties.set(party, found);
  const outcomes: Array<string> = [];
  for (const command of list) {
    const decision = ledger.decide(command);
    outcomes.push(isLeft(decision) ? decision.left.code : command.kind);
    if (!isLeft(decision)) model.apply(command);
  }
  return { ledger, model, outcomes };
};
const sequences = fc.array(anyParticipantCommand, { minLength: 20, maxLength: 80 });

describe("administrative commands in any order", () => {
  it("come about accepted in every kind, and refused in many ways", () => {
    const outcomes = new Set(
      fc.sample(sequences, { numRuns: 150, seed: 11 }).flatMap((list) => run(list).outcomes),
    );
    expect([...outcomes]).to.include.members([
      "AllocateParty",
      "UpdateParty",
      "MoveParty",
      "CreateUser",
      "UpdateUser",
      "DeleteUser",
      "MoveUser",
      "GrantUserRights",
      "RevokeUserRights",
      "CreateIdentityProvider",
      "UpdateIdentityProvider",
      "DeleteIdentityProvider",
      "RegisterPackages",
      "UpdateVetting",
      "USER_NOT_FOUND",
      "USER_ALREADY_EXISTS",
      "TOO_MANY_USER_RIGHTS",
      "CONCURRENT_USER_UPDATE_DETECTED",
      "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED",
      "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
      "TOO_MANY_IDENTITY_PROVIDER_CONFIGS",
      "IDP_CONFIG_IN_USE",
      "UNKNOWN_RESOURCE",
      "PERMISSION_DENIED",
    ]);
  });

  it("leave in their events what a plain model of them holds", () => {
    fc.assert(
      fc.property(sequences, (list) => {
        const { ledger, model } = run(list);
        const { participant } = ledger.state;
        expect(contentOf(participant.users)).to.deep.equal(contentOf(model.users));
        expect(contentOf(participant.parties)).to.deep.equal(contentOf(model.parties));
        expect(contentOf(participant.identityProviders)).to.deep.equal(contentOf(model.providers));
        expect(contentOf(participant.packages).map(([id]) => id)).to.deep.equal(
          [...model.vetted.keys()].sort(),
        );
        expect(vettedAmong(participant.vetting, model.vetted.keys())).to.deep.equal(
          [...model.vetted].flatMap(([packageId, vetted]) => (vetted ? [{ packageId }] : [])),
        );
      }),
      { numRuns: 150 },
    );
  });

  it("are folded the same from the text of the journal, all at once", () => {
    fc.assert(
      fc.property(sequences, (list) => {
        const { ledger } = run(list);
        const read = ledger.journal.map((event, at): PastEvent => {
          const { type, data } = encodeLedgerEvent(event, at + 1);
          const decoded = decodeLedgerEvent(type, data, at + 1);
          if (isLeft(decoded)) throw new Error(decoded.left.reason);
          return decoded.right;
        });
        const { participant } = evolveAll(emptyLedger(), read);
        const wanted = ledger.state.participant;
        expect(contentOf(participant.users)).to.deep.equal(contentOf(wanted.users));
        expect(contentOf(participant.parties)).to.deep.equal(contentOf(wanted.parties));
        expect(contentOf(participant.identityProviders)).to.deep.equal(
          contentOf(wanted.identityProviders),
        );
        expect(participant.vetting.serial).to.equal(wanted.vetting.serial);
        expect(contentOf(participant.vetting.exceptions)).to.deep.equal(
          contentOf(wanted.vetting.exceptions),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("never break what holds of a participant", () => {
    fc.assert(
      fc.property(sequences, (list) => {
        const { identityProviders, users, parties: hosted } = run(list).ledger.state.participant;
        const providers = contentOf(identityProviders).map(([, each]) => each);
        const known = new Set(["", ...providers.map((each) => each.identityProviderId)]);
        expect(providers.length).to.be.at.most(limits.maxIdentityProviders);
        expect(new Set(providers.map(({ issuer }) => issuer)).size).to.equal(providers.length);
        for (const [, user] of entriesOf(users)) {
          expect(user.rights.length).to.be.at.most(limits.maxRightsPerUser);
          expect(known.has(user.identityProviderId)).to.equal(true);
        }
        for (const [, party] of entriesOf(hosted))
          expect(known.has(party.identityProviderId)).to.equal(true);
      }),
      { numRuns: 100 },
    );
  });
});

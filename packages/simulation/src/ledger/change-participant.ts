import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import type { Operation } from "../plan/plan.js";
import type { Change } from "./attempts.js";
import { callNode } from "./call-node.js";
import { noteDars } from "./dar-writer.js";
import type { OpenNode } from "./open-process.js";
import type { SimNode } from "./sim-node.js";
import type { SimWorld } from "./sim-world.js";
import { partyAt } from "./submissions.js";

type ParticipantOperation = Extract<
  Operation,
  {
    kind:
      | "user"
      | "party"
      | "grant"
      | "upload"
      | "vet"
      | "provider"
      | "drop-provider"
      | "member"
      | "move";
  }
>;

interface WantedChange extends Pick<Change, "what" | "name" | "of"> {
  /** Answers with what there is then. */
  readonly run: (open: OpenNode) => Promise<Either<LedgerError, string>>;
}

/** Makes a change of the participant, and notes the answer. */
export const changeParticipant = async (
  world: SimWorld,
  target: SimNode | undefined,
  operation: ParticipantOperation,
  parties: ReadonlyArray<string>,
): Promise<void> => {
  const { run, ...wanted } = wantedOf(operation, parties);
  const { what, name } = wanted;
  const call = await callNode(world, target, `${what} ${name}`, run);
  if (call === undefined) return;
  world.answers.changes.push({ ...call, ...wanted });
  if (call.answer !== undefined)
    world.met.add(isLeft(call.answer) ? call.answer.left.code : `change ${what}`);
};

const wantedOf = (
  operation: ParticipantOperation,
  parties: ReadonlyArray<string>,
): WantedChange => {
  switch (operation.kind) {
    case "user": {
      const userId = `user-${operation.name}`;
      const run = ({ ledger }: OpenNode) =>
        ledger.createUser({ userId }).then(map(({ userId: id }) => id));
      return { what: "user", name: userId, run };
    }
    case "party": {
      const name = `guest-${operation.name}`;
      const run = ({ ledger }: OpenNode) =>
        ledger.allocateParty({ partyIdHint: name }).then(map(({ party }) => party));
      return { what: "party", name, run };
    }
    case "grant": {
      const name = `user-${operation.name}`;
      const party = partyAt({ parties }, operation.to);
      const rights = [{ kind: "CanActAs", party }] as const;
      const run = ({ ledger }: OpenNode) =>
        ledger.grantUserRights(name, rights).then(map(() => party));
      return { what: "grant", name, run };
    }
    case "upload":
    case "vet":
      return changeOfPackages(operation);
    case "provider":
    case "drop-provider":
    case "member":
    case "move":
      return changeOfProviders(operation);
  }
};

const changeOfPackages = ({
  kind,
  version,
  vets,
}: Extract<ParticipantOperation, { kind: "upload" | "vet" }>): WantedChange => {
  const { packageId, bytes } = noteDars[version] ?? noteDars[0];
  if (kind === "upload") {
    const run = ({ ledger }: OpenNode) =>
      ledger.uploadDar(bytes, vets).then(map(({ mainPackageId }) => mainPackageId));
    return { what: "upload", name: packageId, run };
  }
  const packages = [{ packageId, packageName: "", packageVersion: "" }];
  const changes = [{ kind: vets ? "vet" : "unvet", packages }] as const;
  const request = { changes, dryRun: false, allowUnvettedDependencies: false };
  const run = ({ ledger }: OpenNode) =>
    ledger.updateVetting(request).then(map(({ now }) => String(now.serial)));
  return { what: vets ? "vet" : "unvet", name: packageId, run };
};

const providerId = (number: number): string => `provider-${number}`;

const changeOfProviders = (
  operation: Extract<
    ParticipantOperation,
    { kind: "provider" | "drop-provider" | "member" | "move" }
  >,
): WantedChange => {
  switch (operation.kind) {
    case "provider": {
      const identityProviderId = providerId(operation.name);
      const issuer = `https://${identityProviderId}.example`;
      const config = { identityProviderId, issuer, jwksUrl: `${issuer}/keys` };
      const run = ({ ledger }: OpenNode) =>
        ledger
          .createIdentityProvider({ ...config, isDeactivated: false, audience: "" })
          .then(map(({ identityProviderId: id }) => id));
      return { what: "provider", name: identityProviderId, run };
    }
    case "drop-provider": {
      const name = providerId(operation.name);
      const run = ({ ledger }: OpenNode) =>
        ledger.deleteIdentityProvider(name).then(map(() => name));
      return { what: "drop-provider", name, run };
    }
    case "member": {
      const userId = `member-${operation.name}`;
      const identityProviderId = providerId(operation.of);
      const run = ({ ledger }: OpenNode) =>
        ledger.createUser({ userId, identityProviderId }).then(map(({ userId: id }) => id));
      return { what: "member", name: userId, of: identityProviderId, run };
    }
    case "move": {
      const name = `member-${operation.name}`;
      // one more than there are: the default one
      const to = operation.to < providers ? providerId(operation.to) : "";
      const run = ({ ledger }: OpenNode) =>
        ledger.moveUser(name, providerId(operation.of), to).then(map(() => to));
      return { what: "move", name, run };
    }
  }
};

/** The most identity providers. */
const providers = 3;

import { map } from "fp-ts/lib/Either.js";
import type { Operation } from "../plan/plan.js";
import { callNode } from "./call-node.js";
import type { SimNode } from "./sim-node.js";
import type { SimWorld } from "./sim-world.js";
import { partyAt } from "./submissions.js";

/** Makes a user or a party, or gives a user a right, and notes the answer. */
export const changeParticipant = async (
  world: SimWorld,
  target: SimNode | undefined,
  operation: Extract<Operation, { kind: "user" | "party" | "grant" }>,
  parties: ReadonlyArray<string>,
): Promise<void> => {
  const { changes } = world.answers;
  switch (operation.kind) {
    case "user": {
      const userId = `user-${operation.name}`;
      const call = await callNode(world, target, `create ${userId}`, ({ ledger }) =>
        ledger.createUser({ userId }).then(map(({ userId: id }) => id)),
      );
      if (call !== undefined) changes.push({ ...call, what: "user", name: userId });
      return;
    }
    case "party": {
      const name = `guest-${operation.name}`;
      const call = await callNode(world, target, `allocate ${name}`, ({ ledger }) =>
        ledger.allocateParty({ partyIdHint: name }).then(map(({ party }) => party)),
      );
      if (call !== undefined) changes.push({ ...call, what: "party", name });
      return;
    }
    case "grant": {
      const userId = `user-${operation.name}`;
      const party = partyAt({ parties }, operation.to);
      const rights = [{ kind: "CanActAs", party }] as const;
      const call = await callNode(world, target, `grant ${userId} ${party}`, ({ ledger }) =>
        ledger.grantUserRights(userId, rights).then(map(() => party)),
      );
      if (call !== undefined) changes.push({ ...call, what: "grant", name: userId });
    }
  }
};

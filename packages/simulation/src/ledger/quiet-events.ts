import { isLeft } from "fp-ts/lib/Either.js";
import type { SimNode } from "./sim-node.js";
import type { SimWorld } from "./sim-world.js";

const quietUser = "quiet-user";

/** Appends events that change nothing in views of ledger and wallet: updates of a user. */
export const makeQuietEvents = async (
  world: SimWorld,
  node: SimNode | undefined,
  count: number,
): Promise<void> => {
  const ledger = node?.open?.ledger;
  if (ledger === undefined) return;
  const made = await ledger.createUser({ userId: quietUser });
  if (isLeft(made)) return world.violated(`no user for quiet events: ${made.left.code}`);
  const { maxWaitingSubmissions, maxBatchSize } = world.plan.world;
  // automations submit too: they need a part of the places
  const atOnce = Math.max(1, Math.min(Math.floor(maxWaitingSubmissions / 2), maxBatchSize));
  const update = (number: number) =>
    ledger.updateUser({
      userId: quietUser,
      annotations: { number: String(number) },
      primaryParty: "",
      isDeactivated: false,
      identityProviderId: "",
      primaryPartyAuthentication: false,
      updateMask: ["metadata.annotations"],
      resourceVersion: "",
    });
  for (let at = 0; at < count; at += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, index) => at + index);
    for (const updated of await Promise.all(numbers.map(update)))
      if (isLeft(updated)) return world.violated(`a quiet event: ${updated.left.code}`);
  }
};

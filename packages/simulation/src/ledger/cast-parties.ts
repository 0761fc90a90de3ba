import { isLeft } from "fp-ts/lib/Either.js";
import type { OpenNode } from "./open-process.js";
import type { SimNode } from "./sim-node.js";
import type { SimWorld } from "./sim-world.js";

/** Delay before a party is allocated again; milliseconds. */
const againMs = 200;

/** Finds or makes a party, on whichever node runs, however often that takes. */
const partyOf = async (
  world: SimWorld,
  nodes: ReadonlyArray<SimNode>,
  name: string,
): Promise<string> => {
  for (let tries = 0; ; tries++) {
    const node = nodes[tries % nodes.length];
    const open = node?.open;
    if (node !== undefined && open !== undefined) {
      const found = await Promise.race([foundOrMade(open, name), node.ended()]);
      if (typeof found === "string") return found;
    }
    await new Promise<void>((resume) => world.time.after(againMs, resume));
  }
};

const foundOrMade = async (
  { ledger, wallet }: OpenNode,
  name: string,
): Promise<string | undefined> => {
  if (wallet !== undefined) {
    const onboarded = await wallet.users.onboard(name);
    return isLeft(onboarded) ? undefined : onboarded.right;
  }
  const [known] = ledger.parties({ after: "", limit: 1, prefix: `${name}::` });
  if (known !== undefined) return known.party;
  const made = await ledger.allocateParty({ partyIdHint: name });
  return isLeft(made) ? undefined : made.right.party;
};

export const castParties = async (
  world: SimWorld,
  nodes: ReadonlyArray<SimNode>,
): Promise<ReadonlyArray<string>> => {
  const parties: Array<string> = [];
  for (let user = 0; user < world.plan.world.users; user++)
    parties.push(await partyOf(world, nodes, `person-${user}`));
  return parties;
};

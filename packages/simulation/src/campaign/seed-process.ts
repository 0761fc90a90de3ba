import { runCanary } from "./hunt.js";
import { runSeeds } from "./run-seeds.js";
import type { Work } from "./processes.js";

// A process that runs histories for another one, which says which.

process.on("message", (work: Work) => {
  const done = work.kind === "seeds" ? runSeeds(work.seeds) : runCanary(work.name, work.hunt);
  done.then(
    (result) => process.send?.({ result }),
    (thrown: unknown) =>
      process.send?.({ error: thrown instanceof Error ? thrown.stack : String(thrown) }),
  );
});

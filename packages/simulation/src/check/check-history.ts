import { auditRules } from "@tallystick/audit";
import { coinPackages } from "@tallystick/coin";
import { verifyStream } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { simPackage, soundRules } from "../ledger/sim-package.js";
import { journalStream, type SimWorld } from "../ledger/sim-world.js";
import { checkAnswers } from "./check-answers.js";
import { checkMoney } from "./check-money.js";
import { checkParticipant } from "./check-participant.js";
import { checkNotes } from "../ledger/sim-log.js";
import { checkReads, keptUpTo } from "./check-reads.js";

/** Compares everything that users were answered with the journal, and checks the journal itself. */
export const checkHistory = async (world: SimWorld): Promise<void> => {
  const naive = world.naive();
  for (const reason of naive.unread) world.violated(`the journal cannot be read: ${reason}`);
  checkAnswers(world, naive);
  checkReads(world, naive);
  checkMoney(world, naive);
  checkParticipant(world, naive);
  await checkNotes(world, keptUpTo(world));
  await checkJournal(world);
};

/** Rules of the auditor that are said at most. */
const maxFindings = 5;

const checkJournal = async (world: SimWorld): Promise<void> => {
  const { store } = world.disk;
  const verified = await verifyStream(store, journalStream);
  if (isLeft(verified)) world.violated(`the chain: ${JSON.stringify(verified.left)}`);
  const packages = world.plan.world.hasWallets ? coinPackages : [simPackage(soundRules)];
  const audited = await auditRules(
    { store, stream: journalStream },
    {
      level: "rules",
      packages,
      hashSeed: 0,
    },
  );
  if (isLeft(audited)) return world.violated(`the audit: ${JSON.stringify(audited.left)}`);
  for (const { rule, offset, message } of audited.right.findings.slice(0, maxFindings))
    world.violated(`rule ${rule} at offset ${offset}: ${message}`);
};

import { generateKeyPairSync } from "node:crypto";
import { type ExecuteSubmission, type Ledger, openLedger, receivePrepared } from "@tallystick/node";
import { type PrivateKey, privateKeyFrom, signMessage } from "@tallystick/signing";
import { expectRight } from "../expect-right.js";
import type { OpenContender } from "../contender.js";
import { crowd, perSecond } from "../in-flight.js";
import { benchUser, pingCommands } from "../workload.js";
import { viewsCaughtUp } from "./bench-ledger.js";

const onboarded = async (ledger: Ledger, key: PrivateKey): Promise<string> => {
  const { publicKey } = key;
  const topology = expectRight(
    ledger.generateExternalPartyTopology({ partyHint: "signed", publicKey }),
    "generating the topology",
  );
  const allocated = await ledger.allocateExternalParty({
    transactions: topology.transactions.map((transaction) => ({ transaction, signatures: [] })),
    multiHashSignatures: [signMessage(key, topology.multiHash)],
  });
  return expectRight(allocated, "allocating the party").partyId;
};

/**
 * The ledger in process, on disk: callers prepare a command, sign it and execute it, and wait until
 * it is durable. The signing is part of it, although it would be done elsewhere.
 */
export const open: OpenContender = async ({ folder, inFlight, runMs }) => {
  const ledger = expectRight(await openLedger({ data: folder }), "opening the ledger");
  const key = expectRight(privateKeyFrom(generateKeyPairSync("ed25519").privateKey), "a key");
  const party = await onboarded(ledger, key);
  const prefix = `signed-${Date.now().toString(36)}-`;
  let commands = 0;
  const createSigned = async (): Promise<void> => {
    commands += 1;
    const toSign = expectRight(
      ledger.prepareSubmission({ commands: pingCommands(party, `${prefix}${commands}`) }),
      "preparing",
    );
    const request: ExecuteSubmission = {
      prepared: expectRight(receivePrepared(toSign.preparedTransaction), "reading"),
      hashingScheme: toSign.hashingScheme,
      signatures: [{ party, signatures: [signMessage(key, toSign.hash)] }],
      submission: { userId: benchUser, submissionId: "" },
    };
    expectRight(await ledger.executeSubmissionAndWait(request), "executing");
  };
  return {
    info: {},
    run: async () => {
      const work = await crowd(inFlight, runMs, createSigned);
      await viewsCaughtUp({ ledger, party });
      return { value: perSecond(work), notes: { commands: work.completed } };
    },
    close: () => ledger.close(),
  };
};

import { readFileSync } from "node:fs";
import { systemTimers } from "@tallystick/background";
import {
  decideParticipant,
  emptyLedger,
  evolveParticipant,
  type LedgerCommand,
  newEdit,
} from "@tallystick/core";
import { archiveModel, readDar } from "@tallystick/daml-lf";
import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { archiveAdministration } from "../../src/administration/administer-archives.js";
import { LoadedPackages } from "../../src/administration/loaded-packages.js";
import { defaultLedgerConfig } from "../../src/ledger/ledger-config.js";
import type { Pipeline } from "../../src/pipeline/pipeline.js";
import { codeOf, rightOf } from "../test-ledger.js";

const bytes = readFileSync(
  new URL("../../../../daml-lf/test/corpus/data/updates-versions-2.1.dar", import.meta.url),
);

/** Commands of a participant, decided at once. */
const pipelineOfParticipant = (): Pick<Pipeline, "committed" | "enqueue" | "refusal"> => {
  let state = emptyLedger();
  return {
    committed: () => ({ state, hash: "" }),
    refusal: () => undefined,
    enqueue: async (command: LedgerCommand) => {
      if (command.kind !== "RegisterPackages") throw new Error(`found ${command.kind}`);
      const context = { recordTime: 1, freshName: "", limits: defaultLedgerConfig };
      const decided = decideParticipant(state.participant, command, context);
      if (isLeft(decided)) return decided;
      const edit = newEdit();
      let { participant } = state;
      for (const event of decided.right) participant = evolveParticipant(participant, event, edit);
      state = { ...state, participant };
      return right({ offset: 1, events: decided.right });
    },
  };
};

describe("Archives that are uploaded", () => {
  it("are checked again when another version was vetted while they were stored", async () => {
    const { packages } = rightOf(await readDar(bytes));
    const [first, second] = packages.filter(({ name }) => name === "upg-21-retyped");
    if (first === undefined || second === undefined) throw new Error("expected two versions");
    const pipeline = pipelineOfParticipant();
    const uploaded = new LoadedPackages();
    await uploaded.add([first]);
    const vetFirst = () => {
      const { packageId, name, version } = first;
      const info = { packageId, name, version, model: archiveModel(first) };
      return pipeline.enqueue({ kind: "RegisterPackages", packages: [info], vet: true });
    };
    let stored = 0;
    const { uploadDar } = archiveAdministration(
      pipeline,
      {
        archives: {
          keep: async () => {
            if (stored++ === 0) rightOf(await vetFirst());
            return right(undefined);
          },
          read: async () => right(new Uint8Array()),
        },
        uploaded,
        darReader: {
          read: async () =>
            right({ dar: { main: second, packages: [second] }, invalid: undefined }),
          close: async () => undefined,
        },
        timers: systemTimers,
      },
      defaultLedgerConfig,
    );
    expect(codeOf(await uploadDar(new Uint8Array(), true))).to.equal("NOT_VALID_UPGRADE_PACKAGE");
    expect(stored).to.equal(1);
    expect(pipeline.committed().state.participant.vetting.serial).to.equal(1);
  });
});

import type { LedgerCommand } from "@tallystick/core";

const alice = `alice::1220${"ab".repeat(32)}`;

/** A submission of one create. */
export const submitOf = (
  commandId: string,
  submissionId = "",
  userId = "user",
  createArguments = "",
): LedgerCommand => ({
  kind: "Submit",
  command: {
    commands: [{ kind: "CreateCommand", templateId: "p:M:T", createArguments }],
    commandId,
    submissionId,
    userId,
    workflowId: "",
    actAs: [alice],
    readAs: [],
    disclosedContracts: [],
    deduplicationPeriod: { kind: "empty" },
    prefetchContractKeys: [],
    tapsMaxPasses: 3,
    packageIdSelectionPreference: [],
    synchronizerId: "",
  },
});

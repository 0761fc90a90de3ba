import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { ExecuteSubmission } from "../../src/ledger/external-signing.js";
import { receivePrepared } from "../../src/signing/received-prepared.js";
import {
  activeFor,
  afterwards,
  codeOf,
  openTest,
  rightOf,
  tempFolder,
  userId,
} from "../test-ledger.js";

const child = fileURLToPath(new URL("../signing/execution-crash-child.js", import.meta.url));
const count = 60;

/** Lets a process execute, and kills it after some acknowledgements. */
const killedAfter = async (
  acknowledgements: number,
  ...args: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const running = spawn(process.execPath, [child, ...args, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  afterwards(() => void running.kill("SIGKILL"));
  let output = "";
  running.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    if (output.split("\n").length > acknowledgements) running.kill("SIGKILL");
  });
  await new Promise((resume) => running.once("close", resume));
  return output
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split(" ")[1] ?? "");
};

const requestsIn = (
  file: string,
): { readonly party: string; readonly requests: ReadonlyArray<ExecuteSubmission> } => {
  const [party = "", ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const requests = lines.map((line): ExecuteSubmission => {
    const [bytes = "", signature = "", signedBy = ""] = line.split(" ");
    return {
      prepared: rightOf(receivePrepared(Buffer.from(bytes, "base64"))),
      hashingScheme: "HASHING_SCHEME_VERSION_V2",
      signatures: [
        {
          party,
          signatures: [
            {
              format: "SIGNATURE_FORMAT_CONCAT",
              algorithm: "SIGNING_ALGORITHM_SPEC_ED25519",
              bytes: Buffer.from(signature, "base64"),
              signedBy,
            },
          ],
        },
      ],
      submission: { userId, submissionId: "" },
    };
  });
  return { party, requests };
};

describe("Executions of a process that is killed", () => {
  for (const acknowledgements of [1, 25]) {
    it(`take effect once each, killed after ${acknowledgements}`, async () => {
      const data = tempFolder();
      const file = join(data, "requests");
      const acknowledged = await killedAfter(acknowledgements, data, file);
      expect(acknowledged).to.not.deep.equal([]);
      const { party, requests } = requestsIn(file);
      expect(requests).to.have.length(count);
      const ledger = await openTest({ data });
      const before = new Set((await activeFor(ledger, party)).map(({ contractId }) => contractId));
      expect(before.size).to.be.at.least(acknowledged.length);
      // everyone asks again, twice at once
      const outcomes = await Promise.all(
        [...requests, ...requests].map((request) => ledger.executeSubmissionAndWait(request)),
      );
      const codes = outcomes.map(codeOf);
      expect(codes.filter((code) => code === "ok")).to.have.length(count - before.size);
      expect(new Set(codes)).to.satisfy((found: Set<string>) =>
        [...found].every((code) =>
          ["ok", "DUPLICATE_COMMAND", "SUBMISSION_ALREADY_IN_FLIGHT"].includes(code),
        ),
      );
      const after = (await activeFor(ledger, party)).map(({ contractId }) => contractId);
      expect(after).to.have.length(count);
      expect(new Set(after).size).to.equal(count);
    });
  }
});

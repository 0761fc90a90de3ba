// Uploads DARs to the ledger in a folder until it is killed, and says which packages were acknowledged.
import { openLedger } from "@tallystick/node";
import { darOf, packageIdOf, payloadOf } from "./dar-sketch.js";

const [data = ""] = process.argv.slice(2);
const opened = await openLedger({ data, config: { projectorThread: "main" } });
if (opened._tag === "Left") throw new Error(opened.left.message);
for (let at = 0; ; at++) {
  const payload = payloadOf({ name: "deeds", version: `1.0.${at}`, template: "Deed" });
  const uploaded = await opened.right.uploadDar(darOf(payload), true);
  if (uploaded._tag === "Left") throw new Error(uploaded.left.cause);
  process.stdout.write(`${packageIdOf(payload)}\n`);
}

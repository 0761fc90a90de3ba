// A node with the coin and gold, gold's registry below /registries/gold, and an offer of new gold.
// Usage: node examples/token/dist/src/main.js [PORT [DATA_FOLDER]]
import { once } from "node:events";
import { openValidator, orThrow } from "@tallystick/node";
import { goldPackage } from "./gold-package.js";
import { partyOf, rulesOf } from "./registry.js";
import { goldServer, offerMint } from "./server.js";

const [port = "7575", data] = process.argv.slice(2);

const validator = orThrow(
  await openValidator({ packages: [goldPackage], ...(data === undefined ? {} : { data }) }),
);
const { ledger, wallet } = validator;
const admin = await partyOf(ledger, "gold");
const rules = await rulesOf(ledger, admin);
const alice = await partyOf(ledger, "alice");
const offer = await offerMint(ledger, { admin, rules, to: alice, amount: "100" });

const { api, server } = goldServer({ ledger, admin, rules }, wallet);
server.listen(Number(port), "127.0.0.1");
await once(server, "listening");
const address = server.address();
const base = `http://127.0.0.1:${typeof address === "object" ? address?.port : port}`;
console.log(`ready at ${base}, registry at ${base}/registries/gold`);
console.log(`${admin} offers 100 to ${alice}: ${offer}`);

process.once("SIGINT", () => {
  void api
    .close(0)
    .then(() => server.close())
    .then(() => validator.close());
});

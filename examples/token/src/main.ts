// A node with gold: the JSON Ledger API, the registry below /gold, and an offer of new gold.
// Usage: node examples/token/dist/src/main.js [PORT [DATA_FOLDER]]
import { once } from "node:events";
import { coinPackages } from "@tallystick/coin";
import { type Ledger, openLedger, orThrow } from "@tallystick/node";
import { goldPackage } from "./gold-package.js";
import { goldServer, offerMint, rulesOf } from "./server.js";

const [port = "7575", data] = process.argv.slice(2);

const partyOf = async (ledger: Ledger, partyIdHint: string): Promise<string> => {
  const [found] = ledger.parties({ after: "", limit: 1, prefix: `${partyIdHint}::` });
  return (found ?? orThrow(await ledger.allocateParty({ partyIdHint }))).party;
};

// the coin's packages have the interfaces of the token standard
const packages = [...coinPackages, goldPackage];
const ledger = orThrow(await openLedger({ packages, ...(data === undefined ? {} : { data }) }));
const admin = await partyOf(ledger, "gold");
const rules = await rulesOf(ledger, admin);
const alice = await partyOf(ledger, "alice");
const offer = await offerMint(ledger, { admin, rules, to: alice, amount: "100" });

const { api, server } = goldServer(ledger, admin, rules);
server.listen(Number(port), "127.0.0.1");
await once(server, "listening");
console.log(`ready at http://127.0.0.1:${port}, registry at http://127.0.0.1:${port}/gold`);
console.log(`${admin} offers 100 to ${alice}: ${offer}`);

process.once("SIGINT", () => {
  void api
    .close(0)
    .then(() => server.close())
    .then(() => ledger.close());
});

import { eventStoreContract } from "@tallystick/event-store";
import { describeTransport, opened, otherTransports } from "./transports.js";

for (const transport of otherTransports) describeTransport(transport);

const genuine = process.env["ESDB_CONNECTION_STRING"];
if (genuine !== undefined) {
  describe("the adapter on the server of ESDB_CONNECTION_STRING keeps the contract:", () => {
    for (const { name, run } of eventStoreContract(["remote"]))
      it(name, () => run((limits) => opened(genuine, limits)));
  });
}

import { createHttpServer } from "@tallystick/http";
import type { Contender, ContenderSettings } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { workThrough } from "../in-flight.js";
import { type HttpCaller, httpCaller } from "./http-caller.js";
import { developmentToken, warningsOnly } from "./server-parts.js";
import { type Pair, transferring, type TransferOverHttp } from "./transfer-calls.js";
import { openWalletNode, tapOf, walletsOf } from "./wallet-node.js";

/** The taps that the operator pays preapprovals with. */
const operatorTaps = 5;

/**
 * A server with wallets over a validator on disk, and pairs of its users who transfer over HTTP
 * from the same process.
 */
export const openTransfers = async (
  { folder, inFlight, runMs }: ContenderSettings,
  preapproved: boolean,
  transferBy: (caller: HttpCaller) => TransferOverHttp,
): Promise<Contender> => {
  const validator = await openWalletNode(folder);
  const { ledger, wallet } = validator;
  const logger = warningsOnly();
  const made = await createHttpServer({ ledger, wallet, logger, config: { port: 0 } });
  const server = expectRight(made, "making the server");
  const url = expectRight(await server.listen(), "listening");
  const names = (role: string) =>
    Array.from({ length: inFlight }, (_, index) => `${role}-${index}`);
  await walletsOf(validator, names("sender"));
  const receivers = await walletsOf(validator, names("receiver"));
  const pairs = receivers.map(
    (receiverParty, index): Pair => ({
      sender: developmentToken(`sender-${index}`),
      receiver: developmentToken(`receiver-${index}`),
      receiverParty,
    }),
  );
  const caller = httpCaller(url, inFlight);
  if (preapproved) {
    for (let tap = 0; tap < operatorTaps; tap++) {
      const command = tapOf(wallet, wallet.settings.operator, `operator-${tap}`);
      expectRight(await wallet.submit(command), "tapping");
    }
    await workThrough(4, pairs, async ({ receiver }) => {
      const answer = await caller.post("/v0/wallet/transfer-preapproval", receiver, {});
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
    });
  }
  return transferring(pairs, runMs, transferBy(caller), async () => {
    caller.close();
    await server.close();
    await validator.close();
  });
};

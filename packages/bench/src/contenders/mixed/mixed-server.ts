import type { OpenContender } from "../../contender.js";
import { mixed } from "../../sizes.js";
import { serving } from "../../work.js";
import { developmentToken, serveLedger } from "../servers.js";
import { named, openWalletNode, walletsOf } from "../wallet-transfers.js";

const bytesPerMebibyte = 2 ** 20;

/** The name of a user by its number. */
export const mixedName = (number: number): string => `user-${number}`;

/** A validator with wallets of many users on disk, over HTTP. */
export const mixedServer: OpenContender = async ({ folder }) => {
  const validator = await openWalletNode(folder);
  const { ledger, wallet } = validator;
  const server = await serveLedger({ ledger, wallet });
  const parties = await walletsOf(validator, named("user", mixed.users));
  const info = { url: server.url, parties: parties.join(" "), token: developmentToken() };
  let before = process.cpuUsage();
  const contender = serving(info, {
    close: async () => {
      await server.close();
      await validator.close();
    },
  });
  return {
    ...contender,
    run: async () => {
      await wallet.scheduler.settle();
      const { user, system } = process.cpuUsage(before);
      before = process.cpuUsage();
      const mebibytes = Math.round(process.memoryUsage.rss() / bytesPerMebibyte);
      return { value: 0, notes: { mebibytes, processorMs: Math.round((user + system) / 1_000) } };
    },
  };
};

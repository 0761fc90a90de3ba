import { commandCompletionsStream } from "../v2/commands/commands-command-completions.js";
import { completionsStream } from "../v2/commands/commands-completions.js";
import { readingsStream } from "../v2/instruments/instrument-rows.js";
import { activeContractsStream } from "../v2/state/state-active-contracts.js";
import { ledgerEndStream } from "../v2/state/state-ledger-end.js";
import { updatesFlatsStream } from "../v2/updates/updates-flats.js";
import { updatesTreesStream } from "../v2/updates/updates-trees.js";
import { updatesStream } from "../v2/updates/updates.js";
import { type Channel, channel } from "../streams/channel.js";

/**
 * Every websocket channel of the node: the table for upgrades, request validation and the AsyncAPI
 * document.
 */
export const channels: ReadonlyArray<Channel> = [
  channel(completionsStream),
  channel(commandCompletionsStream),
  channel(activeContractsStream),
  channel(updatesStream),
  channel(updatesFlatsStream),
  channel(updatesTreesStream),
  channel(readingsStream),
  channel(ledgerEndStream),
];

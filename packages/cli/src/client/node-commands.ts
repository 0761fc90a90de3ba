import type { Command, Surroundings } from "../commands/command.js";
import type { NodeCommandName } from "../commands/node-rows.js";
import type { Invocation } from "../commands/read-command.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { listContracts } from "./contracts.js";
import { downloadPackage, listPackages, uploadDar } from "./dars.js";
import { explainUpdate } from "./explain-update.js";
import { connect, type NodeConnection } from "./node-connection.js";
import { allocateParty, listParties } from "./parties.js";
import { submitCreate, submitExercise } from "./submit.js";
import { type Shown, tableLines } from "./table-text.js";
import { traceCommand } from "./trace.js";
import { makeToken, showToken } from "./tokens.js";
import { createUser, grantRights, listUsers } from "./users.js";
import {
  acceptOffer,
  listOffers,
  offerTransfer,
  registerWallet,
  showBalance,
  showHistory,
  tap,
} from "./wallet.js";

const print = (
  shown: Shown,
  { json = false }: { readonly json?: boolean | undefined },
  { out }: Surroundings,
): ExitCode => {
  if (json) out(JSON.stringify(shown.json, null, 2));
  else for (const line of tableLines(shown)) out(line);
  return shown.isFailure === true ? exitCode.failed : exitCode.done;
};

/** Names of commands that connect to a node. */
type AskingName = Exclude<NodeCommandName, "token" | "token show">;

const asking =
  <C extends AskingName>(
    act: (node: NodeConnection, invocation: Invocation<C>) => Promise<Shown>,
  ): Command<C> =>
  async (invocation, surroundings) => {
    const node = await connect(invocation.flags, surroundings.env);
    return print(await act(node, invocation), invocation.flags, surroundings);
  };

/** What each command that asks a node does. */
export const nodeCommands: { readonly [C in NodeCommandName]: Command<C> } = {
  token: async ({ flags, args: [user] }, surroundings) =>
    print(await makeToken(user, flags.hours), flags, surroundings),
  "token show": async ({ flags, args: [token] }, surroundings) =>
    print(showToken(token ?? surroundings.env["TALLYSTICK_TOKEN"] ?? ""), flags, surroundings),
  "party list": asking((node) => listParties(node)),
  "party allocate": asking((node, { flags, args: [hint = ""] }) =>
    allocateParty(node, hint, flags.for),
  ),
  "user list": asking((node) => listUsers(node)),
  "user create": asking((node, { flags, args: [user = ""] }) => createUser(node, user, flags)),
  "user grant": asking((node, { flags, args: [user = ""] }) => grantRights(node, user, flags)),
  "dar list": asking((node) => listPackages(node)),
  "dar upload": asking((node, { args: [file = ""] }) => uploadDar(node, file)),
  "dar download": asking((node, { args: [packageId = "", file = ""] }) =>
    downloadPackage(node, packageId, file),
  ),
  "contracts list": asking((node, { flags }) => listContracts(node, flags)),
  "submit create": asking((node, { flags, args: [template = "", payload = ""] }) =>
    submitCreate(node, flags, template, payload),
  ),
  "submit exercise": asking(
    (node, { flags, args: [template = "", contract = "", choice = "", argument = "{}"] }) =>
      submitExercise(node, flags, [template, contract, choice], argument),
  ),
  explain: asking((node, { flags, args: [updateId = ""] }) => explainUpdate(node, updateId, flags)),
  trace: asking((node, { flags, args: [target = ""] }) => traceCommand(node, target, flags)),
  "wallet register": asking((node) => registerWallet(node)),
  "wallet balance": asking((node) => showBalance(node)),
  "wallet tap": asking((node, { args: [amount = ""] }) => tap(node, amount)),
  "wallet transfer": asking((node, { flags, args: [receiver = "", amount = ""] }) =>
    offerTransfer(node, receiver, amount, flags),
  ),
  "wallet offers": asking((node) => listOffers(node)),
  "wallet accept": asking((node, { args: [contract = ""] }) => acceptOffer(node, contract)),
  "wallet history": asking((node, { flags }) => showHistory(node, flags.limit)),
};

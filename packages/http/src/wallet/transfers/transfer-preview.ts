import { coinInstrumentName, LockedAmulet, TransferOffer, walletPackage } from "@tallystick/coin";
import {
  commandsOf,
  type LedgerError,
  type Numeric,
  numericFromText,
  numericFromUnits,
  numericToText,
  type PartyId,
  microsToText,
  timestampToText,
} from "@tallystick/core";
import type { DryRunOutcome, Wallet } from "@tallystick/node";
import {
  coinsOf,
  fundingFor,
  type NetworkState,
  selectInputsFor,
  type Submission,
} from "@tallystick/wallet";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { effectsToWire } from "../../v2/commands/commands-dry-run.js";
import { freshId, runningNetwork, submissionBy } from "../rows/submissions.js";
import { refused, walletRow, type WalletServices } from "../rows/wallet-row.js";
import { knownReceiver } from "./known-receivers.js";
import { preapprovalOf } from "./preapproval-lookup.js";
import { spendableCoins } from "./spendable-coins.js";
import {
  type AmountsWire,
  pathOfWay,
  PreviewAnswer,
  PreviewRequest,
  type Route,
  type Way,
} from "./transfer-preview-shapes.js";
import { transferByStandard } from "./token-standard.js";
import { transferByPreapproval } from "./transfer-preapprovals.js";

const { create } = commandsOf(walletPackage);

/** For how long a transfer without a time is looked at; microseconds. */
const usualLifetime = 86_400_000_000;

type Problem = PreviewAnswer["problems"][number];
type Input = PreviewAnswer["inputs"][number] & { readonly units: bigint };

const shown = (units: bigint): string => {
  const amount = numericFromUnits(units);
  if (isLeft(amount)) throw refused(500, "A sum of the transfer is too large to be shown.");
  return numericToText(amount.right);
};

const unitsOf = (amounts: ReadonlyArray<{ readonly units: bigint }>): bigint =>
  amounts.reduce((sum, { units }) => sum + units, 0n);

/** The inputs of the transfer, as its request chooses them. */
const inputsOf = (
  wallet: Wallet,
  network: NetworkState,
  party: PartyId,
  amount: Numeric,
  way: Way,
): ReadonlyArray<Input> => {
  const input = (kind: Input["kind"], contractId: string, units: Numeric): Input => ({
    kind,
    contract_id: contractId,
    amount: numericToText(units),
    units,
  });
  if (way === "transfer-offer") return [];
  if (way === "transfer-preapproval") {
    const { coins, rewards } = fundingFor(
      amount,
      wallet.views,
      network,
      party,
      wallet.now(),
    ).selection;
    return [
      ...coins.map((it) => input("coin", it.contractId, it.amount)),
      ...rewards.map((it) => input("reward", it.contractId, it.value)),
    ];
  }
  const most = Number(network.config.transferConfig.maxNumInputs);
  const free = new Set(coinsOf(wallet.views, party).map(({ contractId }) => contractId));
  return selectInputsFor(amount, spendableCoins(wallet, party), [], most).coins.map((it) =>
    input(free.has(it.contractId) ? "coin" : "expired-lock", it.contractId, it.amount),
  );
};

/** What the party has now. */
const balanceOf = ({ views }: Wallet, party: PartyId) => ({
  unlocked: coinsOf(views, party).reduce<bigint>((sum, { amount }) => sum + amount, 0n),
  locked: views
    .of(LockedAmulet, party)
    .filter(({ payload }) => payload.amulet.owner === party)
    .reduce<bigint>((sum, { payload }) => sum + payload.amulet.amount.initialAmount, 0n),
});

interface Asked {
  readonly asked: PreviewRequest;
  readonly route: Route;
  readonly inputs: ReadonlyArray<Input>;
}

/** What keeps the transfer from being sent, as far as can be seen without trying. */
const problemsOf = (
  { wallet, ledger, party }: WalletServices,
  { asked, route, inputs }: Asked,
): ReadonlyArray<Problem> => {
  const { receiver_party_id: receiver, amount, expires_at: expiresAt, way } = asked;
  const found: Array<Problem> = [];
  if (ledger.party(receiver) === undefined) found.push({ code: "receiver-unknown" });
  if (way === "transfer-preapproval" && preapprovalOf(wallet, receiver) === undefined)
    found.push({ code: "no-preapproval" });
  if (way !== "transfer-preapproval" && expiresAt === undefined && route !== "direct")
    found.push({ code: "expiry-needed" });
  if (expiresAt !== undefined && expiresAt <= wallet.now()) found.push({ code: "expiry-passed" });
  const total = unitsOf(inputs);
  if (way !== "transfer-offer" && total < amount) {
    const all = spendableCoins(wallet, party).reduce<bigint>((sum, it) => sum + it.amount, 0n);
    const code = all >= amount ? "too-many-coins" : "short-of-funds";
    found.push({ code, missing: shown(amount - total) });
  }
  return found;
};

/** The submission that the transfer's own request would make. */
const submissionFor = (
  { wallet, party, httpConfig }: WalletServices,
  asked: PreviewRequest,
  until: bigint,
): Submission => {
  const { receiver_party_id: receiver, amount, description, way } = asked;
  const commandId = freshId(httpConfig, "preview");
  switch (way) {
    case "transfer-preapproval":
      return transferByPreapproval(wallet, party, commandId, { receiver, amount, description });
    case "token-standard":
      return transferByStandard(wallet, party, commandId, {
        receiver_party_id: receiver,
        amount,
        description: description ?? "",
        expires_at: until,
      });
    case "transfer-offer":
      return submissionBy(
        wallet,
        party,
        commandId,
        create(TransferOffer, {
          sender: party,
          receiver,
          dso: wallet.settings.dso,
          amount: { amount, unit: "AmuletUnit" },
          description: description ?? "",
          expiresAt: until,
          trackingId: commandId,
        }),
      );
  }
};

/** Tries the transfer; Left: why it is no submission, or why the ledger would reject it. */
const tried = async (
  services: WalletServices,
  asked: PreviewRequest,
): Promise<Either<LedgerError, DryRunOutcome>> => {
  const { wallet, ledger, userId } = services;
  const until = asked.expires_at ?? BigInt(wallet.now() + usualLifetime);
  const { commandId, actAs, readAs, commands } = submissionFor(services, asked, until);
  const outcome = await ledger.dryRun({ userId, commandId, actAs, readAs, commands });
  if (isLeft(outcome)) return outcome;
  const { error } = outcome.right;
  return error === undefined ? outcome : left(error);
};

const refusedBy = ({ code, cause }: LedgerError): Problem => ({
  code: "refused",
  error_code: code,
  cause,
});

const unitsIn = (text: string): bigint => {
  const amount = numericFromText(text);
  if (isLeft(amount)) throw refused(500, "A change of the balance cannot be read.");
  return amount.right;
};

/** The balance of the party after the transfer. */
const balanceAfter = (
  before: ReturnType<typeof balanceOf>,
  { settings }: Wallet,
  party: PartyId,
  { holdings }: DryRunOutcome,
): TypeOf<typeof AmountsWire> => {
  const moved = holdings.find(
    ({ owner, instrumentId }) =>
      owner === party &&
      instrumentId.admin === settings.dso &&
      instrumentId.id === coinInstrumentName,
  );
  const change = moved === undefined ? 0n : unitsIn(moved.change);
  const locked = moved === undefined ? 0n : unitsIn(moved.lockedChange);
  return {
    unlocked: shown(before.unlocked + change - locked),
    locked: shown(before.locked + locked),
  };
};

const routeOf = (
  { wallet, party }: WalletServices,
  { way, receiver_party_id: receiver }: PreviewRequest,
): Pick<PreviewAnswer, "route" | "why"> => {
  if (way === "transfer-offer") return { route: "legacy-offer", why: "asked-for-offer" };
  if (receiver === party) return { route: "to-yourself", why: "own-party" };
  return way === "transfer-preapproval" || preapprovalOf(wallet, receiver) !== undefined
    ? { route: "direct", why: "receiver-has-preapproval" }
    : { route: "two-step", why: "receiver-must-accept" };
};

const receiverOf = (
  { wallet, ledger, party }: WalletServices,
  receiver: PartyId,
): PreviewAnswer["receiver"] => {
  const { lastSentAt, similar } = knownReceiver(wallet, party, receiver);
  return {
    party_id: receiver,
    is_known: ledger.party(receiver) !== undefined,
    is_first_time: receiver !== party && lastSentAt === undefined,
    ...(lastSentAt === undefined ? {} : { last_sent_at: timestampToText(lastSentAt) }),
    similar_to: similar,
  };
};

const previewOf = async (
  services: WalletServices,
  asked: PreviewRequest,
): Promise<PreviewAnswer> => {
  const { wallet, party } = services;
  const network = runningNetwork(wallet);
  const { receiver_party_id: receiver, amount, expires_at: expiresAt, way } = asked;
  const { route, why } = routeOf(services, asked);
  const inputs = inputsOf(wallet, network, party, amount, way);
  const known = problemsOf(services, { asked, route, inputs });
  const outcome = known.some(({ code }) => code !== "expiry-needed")
    ? undefined
    : await tried(services, asked);
  const problems =
    outcome !== undefined && isLeft(outcome) ? [...known, refusedBy(outcome.left)] : known;
  const found = outcome === undefined || isLeft(outcome) ? undefined : outcome.right;
  const before = balanceOf(wallet, party);
  const preapproval = route === "direct" ? preapprovalOf(wallet, receiver) : undefined;
  const until = expiresAt === undefined ? {} : { until: microsToText(expiresAt) };
  const total = unitsOf(inputs);
  return {
    can_send: problems.length === 0,
    problems,
    route,
    why,
    request: { method: "POST", path: pathOfWay[way] },
    receiver: receiverOf(services, receiver),
    ...(preapproval === undefined
      ? {}
      : {
          preapproval: {
            contract_id: preapproval.contractId,
            provider: preapproval.payload.provider,
            expires_at: microsToText(preapproval.payload.expiresAt),
          },
        }),
    ...(route === "two-step" ? { lock: { amount: numericToText(amount), ...until } } : {}),
    ...(expiresAt === undefined ? {} : { expires_at: microsToText(expiresAt) }),
    inputs: inputs.map(({ units: _units, ...input }) => input),
    change: shown(total > amount ? total - amount : 0n),
    fee: shown(0n),
    rewards_minted: shown(unitsOf(inputs.filter(({ kind }) => kind === "reward"))),
    balance_before: { unlocked: shown(before.unlocked), locked: shown(before.locked) },
    ...(found === undefined
      ? {}
      : {
          balance_after: balanceAfter(before, wallet, party, found),
          traffic_bytes: found.trafficCost,
          ...effectsToWire(found),
        }),
    round: Number(network.round.payload.round.number),
  };
};

/** `POST /v0/wallet/transfers/preview`, ours: what a transfer would do, before it is sent. */
export const previewTransfer = walletRow({
  method: "POST",
  path: "/v0/wallet/transfers/preview",
  summary: "What a transfer would do: its route, lock, inputs, traffic and the balance after it",
  description:
    "Interprets the transfer on the present state and records nothing. What keeps it from being sent is in problems. " +
    "An addition of this node.",
  submits: false,
  body: PreviewRequest,
  response: PreviewAnswer,
  handle: ({ body }, services) => previewOf(services, body),
});

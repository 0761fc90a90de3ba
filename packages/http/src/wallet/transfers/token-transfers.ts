import { type Json, type PartyId, type TemplateId, timestampFromText } from "@tallystick/core";
import { amuletPackage } from "@tallystick/coin";
import { type Ledger, orThrow } from "@tallystick/node";
import {
  endTransfer,
  type InboxItem,
  itemOfTransfer,
  type TokenAmount,
  type TokenTransfer,
  tokenTransferIn,
  type TransferEnding,
  transferInterfaces,
  type TransferVersion,
} from "@tallystick/wallet";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { disclosedContracts } from "../registry/disclosed-contracts.js";
import type { NeededContext, TokenRegistry } from "../../endpoints/token-registry.js";
import { maxListed } from "../rows/own-contract.js";
import { onceId, submissionBy } from "../rows/submissions.js";
import { AnyContractIdPath } from "../rows/value-codecs.js";
import { refused, walletRow, type WalletServices } from "../rows/wallet-row.js";
import { resultToWire, TransferInstructionResultWire } from "./token-standard.js";

type Catalog = Ledger["catalog"];

/** A contract as the ledger shows it. */
interface Shown {
  readonly contractId: string;
  readonly templateId: TemplateId;
  readonly createdAt: string;
  readonly createArgument: Json;
  readonly signatories: ReadonlyArray<PartyId>;
}

/** The interfaces of the token standard that the ledger knows, the newest version first. */
const knownInterfaces = (catalog: Catalog) =>
  transferInterfaces.flatMap(({ version, id }) => {
    const found = catalog.interfacesMatching(id);
    return isRight(found) ? found.right.map((interfaceId) => ({ version, interfaceId })) : [];
  });

const packageNameOf = (catalog: Catalog, templateId: TemplateId): string =>
  catalog.packageInfo(templateId.slice(0, templateId.indexOf(":")))?.name ?? "";

/** Templates of transfers that wait, by the names of their packages; the coin's are left out. */
const templatesIn = (catalog: Catalog): ReadonlySet<string> => {
  const ids = knownInterfaces(catalog).flatMap(({ interfaceId }) =>
    catalog.implementers(interfaceId),
  );
  const named = ids.flatMap((templateId) => {
    const name = packageNameOf(catalog, templateId);
    return name === amuletPackage.name
      ? []
      : [`#${name}${templateId.slice(templateId.indexOf(":"))}`];
  });
  return new Set(named);
};

/**
 * A transfer as each interface of its contract shows it, the newest first. Any package can say that
 * it transfers a token: one counts that the administrator of the token has signed.
 */
const shownBy = (
  catalog: Catalog,
  { templateId, createArgument, signatories }: Shown,
): ReadonlyArray<{ readonly version: TransferVersion; readonly transfer: TokenTransfer }> => {
  if (packageNameOf(catalog, templateId) === amuletPackage.name) return [];
  const own = catalog.interfacesOf(templateId);
  return knownInterfaces(catalog).flatMap(({ version, interfaceId }) => {
    if (!own.includes(interfaceId)) return [];
    const view = catalog.interfaceView(interfaceId, templateId, createArgument);
    const transfer = isLeft(view) ? undefined : tokenTransferIn(version, view.right);
    return transfer !== undefined && signatories.includes(transfer.token.admin)
      ? [{ version, transfer }]
      : [];
  });
};

const registryOf = (
  registries: ReadonlyArray<TokenRegistry>,
  { admin, id }: TokenAmount,
): TokenRegistry | undefined =>
  registries.find((each) => each.admin === admin && each.instruments.some((it) => it.id === id));

const itemOf = (
  shown: Shown,
  { ledger, wallet, party, registries }: WalletServices,
): InboxItem | undefined => {
  const [newest] = shownBy(ledger.catalog, shown);
  const created = timestampFromText(shown.createdAt);
  if (newest === undefined || isLeft(created)) return undefined;
  const { transfer } = newest;
  return itemOfTransfer(transfer, {
    contractId: shown.contractId,
    createdAt: created.right,
    party,
    now: wallet.now(),
    isRegistryKnown: registryOf(registries, transfer.token) !== undefined,
  });
};

/**
 * The transfers of tokens other than the coin that wait for the caller or because of it, as items
 * of its inbox. Their templates are those of any package.
 */
export const waitingTransfers = async (
  services: WalletServices,
): Promise<ReadonlyArray<InboxItem>> => {
  const { ledger, party } = services;
  const cumulative = [...templatesIn(ledger.catalog)].map((templateId) => ({
    kind: "template" as const,
    templateId,
    includeCreatedEventBlob: false,
  }));
  if (cumulative.length === 0) return [];
  const items: Array<InboxItem> = [];
  const contracts = ledger.queries.activeContracts({
    activeAtOffset: ledger.ledgerEnd(),
    eventFormat: { filtersByParty: { [party]: { cumulative } } },
  });
  for await (const contract of contracts) {
    const { createdEvent } = orThrow(contract).contractEntry.JsActiveContract;
    const item = itemOf(createdEvent, services);
    if (item !== undefined) items.push(item);
    if (items.length >= maxListed) break;
  }
  return items;
};

/** What a choice needs, by the newest interface for which the registry knows it. */
const contextFor = async (
  registry: TokenRegistry,
  versions: ReadonlyArray<TransferVersion>,
  choice: TransferEnding,
  contractId: string,
): Promise<{ readonly version: TransferVersion; readonly needed: NeededContext } | undefined> => {
  for (const version of versions) {
    const on = "transfer-instruction";
    const needed = await registry.contextOf({ on, version, choice, contractId });
    if (needed !== undefined) return { version, needed };
  }
  return undefined;
};

const noTransfer = (cid: string) =>
  refused(404, `No transfer of a token waits with the id ${cid}.`);

/** The submission with which the caller ends a transfer. Throws why there is none. */
const endingOf = async (
  ending: TransferEnding,
  cid: string,
  commandId: string,
  { ledger, wallet, party, registries }: WalletServices,
) => {
  const found = await ledger.queries.contract({ contractId: cid, queryingParties: [party] });
  if (isLeft(found) && found.left.code === "CONTRACT_NOT_FOUND") throw noTransfer(cid);
  const shown = shownBy(ledger.catalog, orThrow(found));
  const [newest] = shown;
  if (newest === undefined) throw noTransfer(cid);
  const { token, endingsOf } = newest.transfer;
  if (!endingsOf(party).includes(ending))
    throw refused(400, `The party cannot ${ending} this transfer by itself.`);
  const registry = registryOf(registries, token);
  if (registry === undefined) {
    const text = `The registry of ${token.id} of ${token.admin} is not on this node, so it is not known what the choice needs. An app of the token knows it.`;
    throw refused(409, text);
  }
  const versions = shown.map(({ version }) => version);
  const context = await contextFor(registry, versions, ending, cid);
  if (context === undefined) throw noTransfer(cid);
  const { version, needed } = context;
  const command = endTransfer(version, ending, party, cid, needed);
  return {
    ...submissionBy(wallet, party, commandId, command),
    disclosedContracts: await disclosedContracts(ledger, needed.disclosed),
  };
};

const summaries: Readonly<Record<TransferEnding, string>> = {
  accept: "Accept a transfer of a token other than CC",
  reject: "Reject a transfer of a token other than CC: it goes back to the sender",
  withdraw: "Take a transfer of a token other than CC back before it is accepted",
};

const endRow = (ending: TransferEnding): Endpoint =>
  walletRow({
    method: "POST",
    path: `/v0/wallet/token-transfers/{contract_id}/${ending}`,
    summary: summaries[ending],
    description:
      "Any contract with the interface TransferInstruction of the token standard, V1 or V2, that is not the coin's. " +
      "The context of the choice is that of a registry which this node serves. An addition of this node.",
    external: "signed",
    parameters: AnyContractIdPath,
    response: TransferInstructionResultWire,
    errorStatuses: {
      404: "The transfer is over, or another party's",
      409: "The registry of the token is not on this node",
    },
    handle: async ({ parameters: { contract_id: cid } }, services) => {
      const { wallet, party, isExternal } = services;
      const commandId = onceId(`token-transfer-${ending}`, party, cid);
      // what an external party has signed ends the contract that its request is about
      const before = isExternal ? orThrow(await wallet.outcome(commandId)) : undefined;
      if (before !== undefined) return resultToWire(before.result);
      const submission = await endingOf(ending, cid, commandId, services);
      return resultToWire(orThrow(await wallet.submit(submission)).result);
    },
  });

/** The rows that end transfers of tokens other than the coin; additions of this node. */
export const tokenTransferRows: ReadonlyArray<Endpoint> = [
  endRow("accept"),
  endRow("reject"),
  endRow("withdraw"),
];

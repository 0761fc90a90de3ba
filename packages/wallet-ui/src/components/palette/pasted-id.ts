import { isContractId, isFullPartyId } from "@tallystick/core/grammar";

/** What an id names, and where its page is. */
export interface PastedId {
  readonly kind:
    | "waiting"
    | "contract"
    | "update"
    | "transaction"
    | "receiver"
    | "party"
    | "offset";
  readonly id: string;
  readonly to: string;
}

const updateId = /^1220[0-9a-f]{64}$/;
const eventId = /^#?(1220[0-9a-f]{64}):\d+$/;
const offset = /^\d{1,15}$/;

/** What may be around an id in a log, a link or JSON. */
const around = /[\s"'`,;()[\]{}<>/?=&]+/;

const encoded = encodeURIComponent;

const pagesOf = (id: string, waiting: ReadonlySet<string>): ReadonlyArray<PastedId> => {
  if (isFullPartyId(id)) {
    return [
      { kind: "receiver", id, to: `/wallet/send?to=${encoded(id)}` },
      { kind: "party", id, to: `/console/ledger?party=${encoded(id)}` },
    ];
  }
  if (updateId.test(id)) return [{ kind: "update", id, to: `/console/updates/${id}` }];
  const [, update] = eventId.exec(id) ?? [];
  if (update !== undefined) {
    return [
      { kind: "transaction", id, to: `/wallet/history/${encoded(id)}` },
      { kind: "update", id: update, to: `/console/updates/${update}` },
    ];
  }
  if (isContractId(id)) {
    const item = { kind: "waiting", id, to: `/wallet/inbox/${id}` } as const;
    const contract = { kind: "contract", id, to: `/console/contracts/${id}` } as const;
    return waiting.has(id) ? [item, contract] : [contract];
  }
  return offset.test(id) ? [{ kind: "offset", id, to: `/console/ledger?at=${id}` }] : [];
};

/**
 * The ids in a text that was pasted, with the pages that show what they name; the likeliest first.
 * A number is an offset only where it is all of the text.
 *
 * @param waiting the contracts of the inbox
 */
export const pastedIds = (text: string, waiting: ReadonlySet<string>): ReadonlyArray<PastedId> => {
  const words = text.split(around).filter((word) => word !== "");
  const found = words.flatMap((word) =>
    pagesOf(word, waiting).filter(({ kind }) => kind !== "offset" || words.length === 1),
  );
  return [...new Map(found.map((each) => [each.to, each])).values()];
};

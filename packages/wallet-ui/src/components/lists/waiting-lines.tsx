import { usePartyText } from "../../data/party-directory.js";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { visibleText } from "../../texts/visible-text.js";
import { changeOf } from "./item-amount.js";
import { LineList, type Picking } from "./line-list.js";
import { useWaitingLine } from "./waiting-row.js";
import { waitingTitle } from "./waiting-words.js";

/** The key of an item in a list. */
export const keyOfItem = (item: WaitingItem): string => item.contract_id;

const atOfItem = (item: WaitingItem): string => item.created_at;

/** What a line says, without what can be done. */
const useWaitingText = (): ((item: WaitingItem) => string) => {
  const nameOf = usePartyText();
  return (item) => {
    const [party = ""] = item.counterparties;
    return `${waitingTitle(item)} ${nameOf(party)} ${visibleText(item.description ?? "")}`;
  };
};

/** What waits, each in a line. */
export const WaitingLines = ({
  label,
  items,
  busy,
  ...others
}: {
  readonly label: string;
  readonly items: ReadonlyArray<WaitingItem>;
  /** Items that are being decided together with others. */
  readonly busy?: ReadonlySet<string>;
  readonly picking?: Picking<WaitingItem>;
  readonly isByDay?: boolean;
}) => (
  <LineList
    label={label}
    items={items}
    keyOf={keyOfItem}
    atOf={atOfItem}
    amountOf={changeOf}
    lineOf={useWaitingLine(busy)}
    textOf={useWaitingText()}
    {...others}
  />
);

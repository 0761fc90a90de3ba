import type { WaitingItem } from "../../data/wallet-queries.js";
import { LineList, type Picking } from "./line-list.js";
import { changeOf, useWaitingLine } from "./waiting-row.js";

/** The key of an item in a list. */
export const keyOfItem = (item: WaitingItem): string => item.contract_id;

const atOfItem = (item: WaitingItem): string => item.created_at;

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
    {...others}
  />
);

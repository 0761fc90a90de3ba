import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Icon } from "../base/icon.js";
import { StrangerText } from "../base/stranger-text.js";
import feedback from "../feedback/feedback.module.css";
import { messages } from "./messages.js";
import { type PaletteItem, type PalettePage, usePaletteItems } from "./palette-items.js";
import styles from "./palette.module.css";

const kinds: Readonly<Record<PaletteItem["kind"], string>> = {
  page: messages.kind.page,
  contact: messages.kind.contact,
  action: messages.kind.action,
  id: messages.kind.id,
};

const optionId = (list: string, at: number): string => `${list}-${at}`;

const Found = ({
  id,
  items,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly items: ReadonlyArray<PaletteItem>;
  readonly active: number;
  readonly onChoose: (item: PaletteItem) => void;
}) => (
  <ul role="listbox" id={id} aria-label={messages.palette.found} className={styles["found"]}>
    {items.map((item, at) => (
      <li
        key={item.key}
        id={optionId(id, at)}
        role="option"
        aria-selected={at === active}
        // the focus stays in the field
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(item)}
      >
        <Icon name={item.icon} />
        <span className={styles["what"]}>
          <span>{item.isForeign === true ? <StrangerText text={item.title} /> : item.title}</span>
          {item.note === undefined ? null : <code translate="no">{item.note}</code>}
        </span>
        <span className={styles["kind"]}>{kinds[item.kind]}</span>
      </li>
    ))}
  </ul>
);

/** Which item is active, and the keys that change it. */
const useActive = (items: ReadonlyArray<PaletteItem>, choose: (item: PaletteItem) => void) => {
  const [at, setAt] = useState(0);
  const active = Math.min(at, items.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = items[active];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setAt((active + step + items.length) % items.length);
    }
    if (event.key === "Enter" && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    }
  };
  return { active, reset: () => setAt(0), onKeyDown };
};

/** The search for pages, contacts, actions and ids, from everywhere. */
export const Palette = ({
  pages,
  onClose,
}: {
  readonly pages: ReadonlyArray<PalettePage>;
  readonly onClose: () => void;
}) => {
  const id = useId();
  const [text, setText] = useState("");
  const items = usePaletteItems(pages, text);
  const choose = ({ run }: PaletteItem): void => {
    onClose();
    run();
  };
  const { active, reset, onKeyDown } = useActive(items, choose);
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={feedback["backdrop"] ?? ""} />
        <Dialog.Popup className={styles["palette"] ?? ""}>
          <Dialog.Title className="spoken">{messages.palette.title}</Dialog.Title>
          <div className={styles["field"]}>
            <Icon name="search" />
            <input
              role="combobox"
              aria-label={messages.palette.title}
              aria-expanded={items.length > 0}
              aria-controls={id}
              aria-autocomplete="list"
              aria-activedescendant={items.length === 0 ? undefined : optionId(id, active)}
              autoComplete="off"
              spellCheck={false}
              placeholder={messages.palette.placeholder}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                reset();
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <p className="spoken" role="status">
            {items.length === 0 ? messages.palette.empty : ""}
          </p>
          {items.length === 0 ? (
            <div className={styles["empty"]} data-empty="">
              <p>{messages.palette.empty}</p>
              <p data-hint="">{messages.palette.emptyHint}</p>
            </div>
          ) : (
            <Found id={id} items={items} active={active} onChoose={choose} />
          )}
          <p className={styles["hint"]}>{messages.palette.hint}</p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

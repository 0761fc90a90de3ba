import { drawnInDryRun, type DrawnTransaction, type DryRunJson } from "@tallystick/core/picture";
import { useMemo, useState } from "react";
import { messages } from "./messages.js";
import { TransactionPicture } from "./transaction-picture.js";
import styles from "./picture.module.css";

/** The picture of a transaction that is not on the ledger yet, drawn once it is asked for. */
export const PictureDetails = ({ drawn }: { readonly drawn: DrawnTransaction | undefined }) => {
  const [isOpen, setOpen] = useState(false);
  if (drawn === undefined || drawn.nodes.length === 0) return null;
  return (
    <details
      className={styles["details"]}
      onToggle={({ currentTarget, target }) => {
        // the table within it opens too
        if (target === currentTarget) setOpen(currentTarget.open);
      }}
    >
      <summary>{messages.picture.title}</summary>
      {isOpen ? <TransactionPicture drawn={drawn} name={messages.picture.region} /> : null}
    </details>
  );
};

/** The picture of what a dry run would do; nothing of one that was rejected. */
export const EffectsPicture = ({
  effects,
}: {
  readonly effects: DryRunJson | null | undefined;
}) => {
  const drawn = useMemo(
    () => (effects === undefined || effects === null ? undefined : drawnInDryRun(effects)),
    [effects],
  );
  return <PictureDetails drawn={drawn} />;
};

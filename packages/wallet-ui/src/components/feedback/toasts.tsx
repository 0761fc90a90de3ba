import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { Icon } from "../base/icon.js";
import { messages } from "./messages.js";
import styles from "./feedback.module.css";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "positive" | "negative";
}

type Say = (text: string, tone?: Toast["tone"]) => void;

const Saying = createContext<Say>(() => undefined);

/** Says the result of what the user did: on the page, and to screen readers. */
export const useToast = (): Say => useContext(Saying);

const shownMs = 8_000;
let lastId = 0;

/** Where results are said. */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([]);
  const drop = (id: number): void => setToasts((all) => all.filter((each) => each.id !== id));
  const say = useCallback<Say>((text, tone = "positive") => {
    lastId += 1;
    const toast = { id: lastId, text, tone };
    setToasts((all) => [...all.slice(-2), toast]);
    setTimeout(() => drop(toast.id), shownMs);
  }, []);
  return (
    <Saying value={say}>
      {children}
      <div className={styles["toasts"]} role="status" aria-live="polite">
        {toasts.map(({ id, text, tone }) => (
          <div key={id} className={styles["toast"]}>
            <Icon name={tone === "positive" ? "check" : "warning"} size={18} />
            <p>{text}</p>
            <button type="button" aria-label={messages.close} onClick={() => drop(id)}>
              <Icon name="cross" size={16} />
            </button>
          </div>
        ))}
      </div>
    </Saying>
  );
};

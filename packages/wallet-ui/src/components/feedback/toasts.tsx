import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { Icon } from "../base/icon.js";
import { messages } from "./messages.js";
import styles from "./feedback.module.css";

interface Toast {
  readonly id: number;
  readonly content: ReactNode;
  readonly tone: "positive" | "negative";
}

/** Says what came of something; what went wrong stays until it is closed. */
interface Saying {
  readonly say: (text: string, tone?: Toast["tone"]) => void;
  /** An error with all that is known of it, apart from the row where it was caused. */
  readonly fail: (note: ReactNode) => void;
}

const SayingContext = createContext<Saying>({ say: () => undefined, fail: () => undefined });

/** Says the result of what the user did: on the page, and to screen readers. */
export const useToast = (): Saying["say"] => useContext(SayingContext).say;

/** Shows what went wrong, also where the row that caused it is gone. */
export const useFailure = (): Saying["fail"] => useContext(SayingContext).fail;

const shownMs = 8_000;
/** Results that are shown at once; the oldest go first. */
const mostOfTone = { positive: 3, negative: 10 };
let lastId = 0;

const withToast = (all: ReadonlyArray<Toast>, toast: Toast): ReadonlyArray<Toast> => {
  const same = all.filter(({ tone }) => tone === toast.tone);
  const gone = new Set(same.slice(0, Math.max(0, same.length + 1 - mostOfTone[toast.tone])));
  return [...all.filter((each) => !gone.has(each)), toast];
};

const Close = ({ onClose }: { readonly onClose: () => void }) => (
  <button type="button" aria-label={messages.toast.close} onClick={onClose}>
    <Icon name="cross" size={16} />
  </button>
);

/** Where results are said. */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([]);
  const drop = (id: number): void => setToasts((all) => all.filter((each) => each.id !== id));
  const add = useCallback((content: ReactNode, tone: Toast["tone"]) => {
    lastId += 1;
    const toast = { id: lastId, content, tone };
    setToasts((all) => withToast(all, toast));
    if (tone === "positive") setTimeout(() => drop(toast.id), shownMs);
  }, []);
  const saying = useMemo<Saying>(
    () => ({
      say: (text, tone = "positive") => {
        const icon = tone === "positive" ? "check" : "warning";
        add(
          <>
            <Icon name={icon} size={18} />
            <p>{text}</p>
          </>,
          tone,
        );
      },
      fail: (note) => add(<div className={styles["toastNote"]}>{note}</div>, "negative"),
    }),
    [add],
  );
  return (
    <SayingContext value={saying}>
      {children}
      <div className={styles["toasts"]} role="status" aria-live="polite">
        {toasts.map(({ id, content }) => (
          <div key={id} className={styles["toast"]}>
            {content}
            <Close onClose={() => drop(id)} />
          </div>
        ))}
      </div>
    </SayingContext>
  );
};

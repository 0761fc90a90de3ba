import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { TextField } from "../../components/forms/text-field.js";
import { Facts } from "../../components/lists/facts.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { answerOf } from "../../data/client.js";
import { useConfiguration, useConsoleAction } from "../../data/console-queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import styles from "./console.module.css";

const steps: ReadonlyArray<readonly [string, number]> = [
  ["1 min", 60],
  ["10 min", 600],
  ["1 h", 3_600],
  ["1 day", 86_400],
];

const secondsOf = (text: string): number | undefined =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** Moves a clock that goes by hand; the automations do what becomes due. */
export const ClockCard = () => {
  const say = useToast();
  const block = useSendingBlock();
  const now = useConfiguration().data?.now;
  const [typed, setTyped] = useState("");
  const { start, isBusy, error } = useConsoleAction<number>(
    "clock",
    (api, seconds) => answerOf(api.wallet.POST("/v0/admin/clock/advance", { body: { seconds } })),
    () => say("The clock was moved, and what was due is done."),
    ["balance", "coins", "transactions", "inbox", "rounds"],
  );
  const seconds = secondsOf(typed);
  return (
    <Card title="Clock">
      <p className={styles["note"]}>The time of this node is moved by hand, and only forward.</p>
      {now === undefined ? null : (
        <Facts rows={[["Time of the node", <TimeStamp key="now" at={now} isExact />]]} />
      )}
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (seconds !== undefined) start(seconds);
        }}
      >
        <div className={styles["formEnd"]}>
          {steps.map(([text, span]) => (
            <Button
              key={text}
              isBusy={isBusy}
              reason={block}
              label={`Move the clock by ${text}`}
              onClick={() => start(span)}
            >
              + {text}
            </Button>
          ))}
        </div>
        <TextField
          label="Seconds"
          value={typed}
          onChange={setTyped}
          error={typed === "" || seconds !== undefined ? undefined : "Expected whole seconds."}
        />
        <div className={styles["formEnd"]}>
          <Button
            type="submit"
            isBusy={isBusy}
            reason={block ?? (seconds === undefined ? "Enter seconds first." : undefined)}
          >
            Move the clock
          </Button>
        </div>
      </form>
      {error === undefined ? null : <ErrorNote title="The clock was not moved." error={error} />}
    </Card>
  );
};

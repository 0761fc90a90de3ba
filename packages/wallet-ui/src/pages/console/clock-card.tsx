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
import { messages } from "./messages.js";
import styles from "./console.module.css";

const steps: ReadonlyArray<readonly [string, number]> = [
  [messages.minutes({ count: 1 }), 60],
  [messages.minutes({ count: 10 }), 600],
  [messages.hours({ count: 1 }), 3_600],
  [messages.days({ count: 1 }), 86_400],
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
    () => say(messages.clockWasMovedAndWhat),
    ["balance", "coins", "transactions", "inbox", "rounds"],
  );
  const seconds = secondsOf(typed);
  return (
    <Card title={messages.clock}>
      <p className={styles["note"]}>{messages.timeOfThisNode}</p>
      {now === undefined ? null : (
        <Facts rows={[[messages.timeOfTheNode, <TimeStamp key="now" at={now} isExact />]]} />
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
              label={messages.moveTheClockBy({ span: text })}
              onClick={() => start(span)}
            >
              + {text}
            </Button>
          ))}
        </div>
        <TextField
          label={messages.seconds}
          value={typed}
          onChange={setTyped}
          error={typed === "" || seconds !== undefined ? undefined : messages.expectedWholeSeconds}
        />
        <div className={styles["formEnd"]}>
          <Button
            type="submit"
            isBusy={isBusy}
            reason={block ?? (seconds === undefined ? messages.enterSecondsFirst : undefined)}
          >
            {messages.moveTheClock}
          </Button>
        </div>
      </form>
      {error === undefined ? null : <ErrorNote title={messages.clockWasNotMoved} error={error} />}
    </Card>
  );
};

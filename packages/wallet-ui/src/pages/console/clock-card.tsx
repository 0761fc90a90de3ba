import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Facts } from "../../components/lists/facts.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { type Api, answerOf } from "../../data/client.js";
import { useConfiguration } from "../../data/console-queries.js";
import { type Checked, checked } from "../../states/checked.js";
import { consoleCall } from "./console-call.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const steps: ReadonlyArray<readonly [string, number]> = [
  [messages.minutes({ count: 1 }), 60],
  [messages.minutes({ count: 10 }), 600],
  [messages.hours({ count: 1 }), 3_600],
  [messages.days({ count: 1 }), 86_400],
];

const isSeconds = (text: string): boolean => /^\d{1,9}$/.test(text.trim());

const secondsOf = ({ typed }: { readonly typed: string }): Checked<number> =>
  checked(isSeconds(typed) ? undefined : messages.enterSecondsFirst, Number(typed));

const advance = (api: Api, seconds: number) =>
  answerOf(api.wallet.POST("/v0/admin/clock/advance", { body: { seconds } }));

/** Moves a clock that goes by hand; the automations do what becomes due. */
export const ClockCard = () => {
  const now = useConfiguration().data?.now;
  return (
    <Card title={messages.clock}>
      <p className={styles["note"]}>{messages.timeOfThisNode}</p>
      {now === undefined ? null : (
        <Facts rows={[[messages.timeOfTheNode, <TimeStamp key="now" at={now} isExact />]]} />
      )}
      <ActionForm
        label={messages.clock}
        layout="columns"
        empty={{ typed: "" }}
        fields={({ bind, draft }) => (
          <TextField
            label={messages.seconds}
            error={
              draft.typed === "" || isSeconds(draft.typed)
                ? undefined
                : messages.expectedWholeSeconds
            }
            {...bind("typed")}
          />
        )}
        check={secondsOf}
        keeps={() => true}
        call={consoleCall("clock", advance, [
          "balance",
          "coins",
          "transactions",
          "inbox",
          "rounds",
        ])}
        submit={{ text: messages.moveTheClock, variant: "secondary" }}
        actions={({ start, isBusy, block }) =>
          steps.map(([text, span]) => (
            <Button
              key={text}
              isBusy={isBusy}
              reason={block}
              label={messages.moveTheClockBy({ span: text })}
              onClick={() => start(span)}
            >
              + {text}
            </Button>
          ))
        }
        said={() => messages.clockWasMovedAndWhat}
        failed={messages.clockWasNotMoved}
      />
    </Card>
  );
};

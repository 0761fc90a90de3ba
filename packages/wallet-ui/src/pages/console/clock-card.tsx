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
  [messages.span.minutes({ count: 1 }), 60],
  [messages.span.minutes({ count: 10 }), 600],
  [messages.span.hours({ count: 1 }), 3_600],
  [messages.span.days({ count: 1 }), 86_400],
];

const isSeconds = (text: string): boolean => /^\d{1,9}$/.test(text.trim());

const secondsOf = ({ typed }: { readonly typed: string }): Checked<number> =>
  checked(isSeconds(typed) ? undefined : messages.clock.missing, Number(typed));

const advance = (api: Api, seconds: number) =>
  answerOf(api.wallet.POST("/v0/admin/clock/advance", { body: { seconds } }));

/** Moves a clock that goes by hand; the automations do what becomes due. */
export const ClockCard = () => {
  const now = useConfiguration().data?.now;
  return (
    <Card title={messages.clock.title}>
      <p className={styles["note"]}>{messages.clock.note}</p>
      {now === undefined ? null : (
        <Facts rows={[[messages.clock.now, <TimeStamp key="now" at={now} isExact />]]} />
      )}
      <ActionForm
        label={messages.clock.title}
        layout="columns"
        empty={{ typed: "" }}
        fields={({ bind, draft }) => (
          <TextField
            label={messages.clock.seconds}
            error={
              draft.typed === "" || isSeconds(draft.typed) ? undefined : messages.clock.malformed
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
        submit={{ text: messages.clock.move, variant: "secondary" }}
        actions={({ start, isBusy, block }) =>
          steps.map(([text, span]) => (
            <Button
              key={text}
              isBusy={isBusy}
              reason={block}
              label={messages.clock.moveBy({ span: text })}
              onClick={() => start(span)}
            >
              + {text}
            </Button>
          ))
        }
        said={() => messages.clock.moved}
        failed={messages.clock.failed}
      />
    </Card>
  );
};

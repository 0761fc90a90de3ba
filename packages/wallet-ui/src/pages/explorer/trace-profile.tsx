import { costliest } from "@tallystick/core/flame";
import { useState } from "react";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { DataTable } from "../../components/lists/data-table.js";
import type { TraceProfile } from "../../data/trace-query.js";
import { useLocale } from "../../session/preferences.js";
import { FlameGraph } from "./flame-graph.js";
import { frameName } from "./trace-words.js";
import { messages } from "./messages-trace.js";
import styles from "./trace.module.css";

/** Microseconds in words. */
export const timeText = (micros: number): string =>
  messages.field.millis({ millis: (micros / 1_000).toFixed(2) });

/** Definitions that are listed. */
const mostListed = 15;

/** Which definitions took the budget: a flame graph, and a table of the costliest. */
export const ProfileCard = ({ profile }: { readonly profile: TraceProfile }) => {
  const locale = useLocale();
  const hasSteps = profile.steps > 0;
  const [chosen, setBy] = useState<"steps" | "micros">("steps");
  const by = hasSteps ? chosen : "micros";
  const count = (value: number): string => value.toLocaleString(locale);
  const time = timeText(profile.micros);
  return (
    <Card title={messages.profile.title}>
      <p>
        {hasSteps
          ? messages.profile.budget({
              steps: count(profile.steps),
              budget: count(profile.budget),
              time,
            })
          : messages.profile.timeAlone({ time })}
      </p>
      {profile.isCut ? <p className={styles["muted"]}>{messages.profile.cut}</p> : null}
      {hasSteps ? (
        <div className={styles["by"]}>
          <ChoiceField
            label={messages.profile.by}
            value={by}
            choices={[
              ["steps", messages.profile.steps],
              ["micros", messages.profile.time],
            ]}
            onChange={setBy}
          />
        </div>
      ) : null}
      <FlameGraph
        frames={profile.frames}
        by={by}
        shown={(total) =>
          by === "steps" ? messages.profile.total({ steps: count(total) }) : timeText(total)
        }
      />
      <DataTable
        label={messages.profile.table}
        rows={costliest(profile.frames, by, mostListed)}
        rowKey={({ packageId, definition }) => `${packageId}:${definition}`}
        columns={[
          {
            title: messages.profile.definition,
            width: "3fr",
            render: (frame) => (
              <span className={styles["place"]}>
                <StrangerText text={frameName(frame)} />
              </span>
            ),
          },
          {
            title: messages.profile.calls,
            align: "end",
            isMinor: true,
            render: ({ calls }) => count(calls),
          },
          { title: messages.profile.steps, align: "end", render: ({ steps }) => count(steps) },
          { title: messages.profile.time, align: "end", render: ({ micros }) => timeText(micros) },
        ]}
      />
    </Card>
  );
};

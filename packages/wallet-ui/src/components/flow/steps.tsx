import { messages } from "./messages.js";
import styles from "./flow.module.css";

/** Where something with several steps has got to. */
export const Steps = ({
  label,
  steps,
  current,
}: {
  /** "Progress of the transfer" */
  readonly label: string;
  readonly steps: ReadonlyArray<string>;
  /** The index of the step that is under way; as many as there are steps: all are done. */
  readonly current: number;
}) => (
  <ol className={styles["steps"]} aria-label={label}>
    {steps.map((step, index) => (
      <li
        key={step}
        aria-current={index === current ? "step" : undefined}
        data-done={index < current ? "yes" : undefined}
      >
        {step}
        {index < current ? <span className="spoken"> {messages.steps.done}</span> : null}
      </li>
    ))}
  </ol>
);

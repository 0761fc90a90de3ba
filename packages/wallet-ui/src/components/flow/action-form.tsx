import { isLeft } from "fp-ts/lib/Either.js";
import { type ReactNode, useState } from "react";
import type { Api } from "../../data/client.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useOperation } from "../../data/use-operation.js";
import type { Resource } from "../../states/resources.js";
import type { MoneyEffect } from "../feedback/error-note.js";
import { useToast } from "../feedback/toasts.js";
import { DraftForm, type FormRow } from "../forms/draft-form.js";
import { isBusyIn, Outcome } from "./outcome.js";
import { type Question, QuestionDialog } from "./question.js";

/** What a form requests of the node, once. */
export interface FormCall<I, A> {
  /** Names the operation: two forms have two names. */
  readonly name: string;
  /**
   * Sends the request under the id, so that a repeat has the same effect as one request.
   *
   * @param id made with the draft, a UUID
   */
  readonly run: (api: Api, input: I, id: string) => Promise<A>;
  /** What to read again when it is done. */
  readonly touches: ReadonlyArray<Resource>;
  /** What its rejection means for the money. Default: none was moved. */
  readonly effect?: MoneyEffect;
}

/** What buttons beside the one that submits can do. */
interface Beside<I> {
  readonly start: (input: I) => void;
  readonly isBusy: boolean;
  /** Why nothing can be sent now. */
  readonly block: string | undefined;
  /** What would be submitted; undefined while something is missing. */
  readonly input: I | undefined;
  /** Why the form cannot be submitted. */
  readonly reason: string | undefined;
}

/** A form that changes the ledger: fields, check, call, outcome and texts. */
interface ActionRow<D extends object, I, A> extends FormRow<D, I> {
  /** What it has in it at first, and again when it has taken effect. */
  readonly empty: D;
  /** Its draft, where others look at it. */
  readonly held?: readonly [draft: D, change: (draft: D) => void];
  readonly call: FormCall<I, A>;
  /** Asks before it is sent; undefined: this input needs no question. */
  readonly question?: (input: I, draft: D) => Question | undefined;
  /** Takes the place of the form before it is sent. */
  readonly review?: (
    input: I,
    on: { readonly confirm: () => void; readonly back: () => void },
  ) => ReactNode;
  /** Whether its draft stays when it has taken effect. */
  readonly keeps?: (input: I) => boolean;
  /** What is said when it has taken effect. */
  readonly said?: (input: I) => string;
  readonly onDone?: (result: A) => void;
  /** What is said when it is refused. */
  readonly failed: string;
  readonly actions?: (beside: Beside<I>) => ReactNode;
}

const useSubmission = <D extends object, I, A>(
  { call, empty, keeps, said, onDone }: ActionRow<D, I, A>,
  reset: (draft: D) => void,
) => {
  const say = useToast();
  return useOperation<I, { readonly input: I; readonly result: A }>({
    name: call.name,
    run: async (api, input, id) => ({ input, result: await call.run(api, input, id) }),
    touches: call.touches,
    onCommitted: ({ input, result }) => {
      if (keeps?.(input) !== true) reset(empty);
      if (said !== undefined) say(said(input));
      onDone?.(result);
    },
  });
};

/** Something that the user fills in, that is sent once, and whose outcome is shown below. */
export const ActionForm = <D extends object, I, A>(row: ActionRow<D, I, A>) => {
  const { empty, call, question, review, failed, actions, submit } = row;
  const block = useSendingBlock();
  const own = useState(empty);
  const [draft, setDraft] = row.held ?? own;
  const [asked, ask] = useState<{ readonly input: I }>();
  const { state, start } = useSubmission(row, setDraft);
  const isBusy = isBusyIn(state);
  const checked = row.check(draft);
  const asks = asked === undefined ? undefined : question?.(asked.input, draft);
  const close = (): void => ask(undefined);
  const confirm = (): void => {
    close();
    if (asked !== undefined) start(asked.input);
  };
  if (review !== undefined && asked !== undefined)
    return review(asked.input, { confirm, back: close });
  return (
    <>
      {question === undefined ? null : (
        <QuestionDialog question={asks} confirm={submit.text} onConfirm={confirm} onClose={close} />
      )}
      <DraftForm
        {...row}
        draft={draft}
        onChange={setDraft}
        onSubmit={(input) => {
          const isAsked = review !== undefined || question?.(input, draft) !== undefined;
          if (isAsked) ask({ input });
          else start(input);
        }}
        isBusy={isBusy}
        block={block}
        actions={actions?.({
          start,
          isBusy,
          block,
          input: isLeft(checked) ? undefined : checked.right,
          reason: block ?? (isLeft(checked) ? checked.left.text : undefined),
        })}
      />
      <Outcome state={state} failed={failed} effect={call.effect} />
    </>
  );
};

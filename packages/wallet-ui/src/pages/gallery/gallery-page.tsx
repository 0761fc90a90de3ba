import { useState } from "react";
import { Banner } from "../../components/base/banner.js";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { Skeleton } from "../../components/base/skeleton.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { LineChart } from "../../components/charts/line-chart.js";
import { QrCode } from "../../components/codes/qr-code.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { ReviewSheet } from "../../components/flow/review-sheet.js";
import { Steps } from "../../components/flow/steps.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { FilterBar } from "../../components/forms/filter-bar.js";
import { TextField } from "../../components/forms/text-field.js";
import { DataTable } from "../../components/lists/data-table.js";
import { JsonView } from "../../components/lists/json-view.js";
import { Tree } from "../../components/lists/tree.js";
import { Amount } from "../../components/money/amount.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { setPreferences, usePreferences } from "../../session/preferences.js";
import { messages } from "./messages.js";

const party = `a-party-with-a-long-name::1220${"ab".repeat(32)}`;
const daySeconds = 86_400;
const points = [100, 120, 80, 95, 140].map((value, day) => ({
  atSeconds: 1_767_225_600 + day * daySeconds,
  value,
}));
const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: index, amount: `${index}.5` }));

const columns = [
  { title: messages.row, render: ({ id }: (typeof rows)[number]) => id },
  {
    title: messages.party,
    render: () => <PartyChip party={party} canCopy={false} />,
    isMinor: true,
  },
  {
    title: messages.amount,
    render: ({ amount }: (typeof rows)[number]) => <Amount value={amount} isChange />,
    align: "end",
  },
] as const;

const Lists = () => (
  <Stack>
    <Card title={messages.tableOf10000Rows}>
      <DataTable
        label={messages.rows}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
      />
    </Card>
    <Card title={messages.treeAndJson}>
      <Tree
        label={messages.transaction}
        nodes={[
          {
            id: "1",
            label: messages.transfer,
            children: [{ id: "2", label: messages.created, children: [] }],
          },
        ]}
      />
      <JsonView label={messages.json} value={{ party, memo: messages.hiddenMark }} />
    </Card>
    <Card title={messages.chartAndCode}>
      <LineChart label={messages.balance} points={points} table={<p>{messages.sameValues}</p>} />
      <QrCode text="https://example.com/" label={messages.link} />
    </Card>
  </Stack>
);

const Question = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {messages.askFirst}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={messages.withdrawTheTransfer}
        confirm={messages.withdraw}
        isDangerous
        onConfirm={() => setOpen(false)}
        onClose={() => setOpen(false)}
      >
        <p>{messages.coinsComeBackToYou}</p>
      </ConfirmDialog>
    </>
  );
};

const Review = () => (
  <Card title={messages.review}>
    <Steps
      label={messages.progress}
      steps={[messages.form, messages.review, messages.done]}
      current={1}
    />
    <ReviewSheet
      rows={[
        {
          label: messages.receiver,
          value: <PartyChip party={party} />,
          warning: messages.firstTime,
        },
        { label: messages.amount, value: <Amount value="12.5" decimals="full" /> },
      ]}
      confirm={messages.send1250Cc}
      onConfirm={() => undefined}
      onBack={() => undefined}
      reason={messages.thisIsAnExample}
    />
  </Card>
);

const Forms = () => {
  const [text, setText] = useState("");
  const [receiver, setReceiver] = useState("");
  const { theme, contrast } = usePreferences();
  return (
    <Stack>
      <Card title={messages.forms}>
        <FilterBar
          label={messages.filters}
          isFiltered={text !== ""}
          onClear={() => setText("")}
          first={<TextField label={messages.text} value={text} onChange={setText} />}
        >
          <ChoiceField
            label={messages.theme}
            value={theme}
            choices={[
              ["system", messages.asTheSystem],
              ["light", messages.light],
              ["dark", messages.dark],
            ]}
            onChange={(chosen) => setPreferences({ theme: chosen })}
          />
          <ChoiceField
            label={messages.contrast}
            value={contrast}
            choices={[
              ["system", messages.asTheSystem],
              ["more", messages.more],
            ]}
            onChange={(chosen) => setPreferences({ contrast: chosen })}
          />
        </FilterBar>
        <PartyPicker
          label={messages.receiver}
          value={receiver}
          known={[{ party, label: messages.alice }]}
          onChange={setReceiver}
        />
        <Question />
      </Card>
      <Review />
    </Stack>
  );
};

/** Every component with examples, for those who write pages and for tests. */
export const GalleryPage = () => (
  <Page title={messages.title}>
    <Banner tone="warning">{messages.examplesNothingHereIsReal}</Banner>
    <Columns>
      <Forms />
      <Lists />
    </Columns>
    <Card title={messages.states}>
      <Stack>
        <p>
          <StatusPill tone="positive">{messages.completed}</StatusPill>{" "}
          <StatusPill tone="warning">{messages.expiresSoon}</StatusPill>{" "}
          <StatusPill tone="negative">{messages.rejected}</StatusPill>{" "}
          <StatusPill tone="accent">{messages.waiting}</StatusPill>{" "}
          <StatusPill tone="neutral">{messages.draft}</StatusPill>
        </p>
        <Skeleton />
        <ErrorNote title={messages.cannotReadTheExample} error={new Error(messages.itIsOne)} />
      </Stack>
    </Card>
  </Page>
);

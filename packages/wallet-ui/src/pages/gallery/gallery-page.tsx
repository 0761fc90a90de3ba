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

const party = `a-party-with-a-long-name::1220${"ab".repeat(32)}`;
const daySeconds = 86_400;
const points = [100, 120, 80, 95, 140].map((value, day) => ({
  atSeconds: 1_767_225_600 + day * daySeconds,
  value,
}));
const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: index, amount: `${index}.5` }));

const columns = [
  { title: "Row", render: ({ id }: (typeof rows)[number]) => id },
  { title: "Party", render: () => <PartyChip party={party} canCopy={false} />, isMinor: true },
  {
    title: "Amount",
    render: ({ amount }: (typeof rows)[number]) => <Amount value={amount} isChange />,
    align: "end",
  },
] as const;

const Lists = () => (
  <Stack>
    <Card title="Table of 10,000 rows">
      <DataTable label="Rows" columns={columns} rows={rows} rowKey={({ id }) => String(id)} />
    </Card>
    <Card title="Tree and JSON">
      <Tree
        label="A transaction"
        nodes={[
          {
            id: "1",
            label: "Transfer",
            children: [{ id: "2", label: "Created", children: [] }],
          },
        ]}
      />
      <JsonView label="JSON" value={{ party, memo: "hidden \u202e mark" }} />
    </Card>
    <Card title="Chart and code">
      <LineChart label="Balance" points={points} table={<p>The same values.</p>} />
      <QrCode text="https://example.com/" label="A link" />
    </Card>
  </Stack>
);

const Question = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Ask first
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Withdraw the transfer?"
        confirm="Withdraw"
        isDangerous
        onConfirm={() => setOpen(false)}
        onClose={() => setOpen(false)}
      >
        <p>The coins come back to you.</p>
      </ConfirmDialog>
    </>
  );
};

const Forms = () => {
  const [text, setText] = useState("");
  const [receiver, setReceiver] = useState("");
  const { theme, contrast } = usePreferences();
  return (
    <Stack>
      <Card title="Forms">
        <FilterBar
          label="Filters"
          isFiltered={text !== ""}
          onClear={() => setText("")}
          first={<TextField label="Text" value={text} onChange={setText} />}
        >
          <ChoiceField
            label="Theme"
            value={theme}
            choices={[
              ["system", "As the system"],
              ["light", "Light"],
              ["dark", "Dark"],
            ]}
            onChange={(chosen) => setPreferences({ theme: chosen })}
          />
          <ChoiceField
            label="Contrast"
            value={contrast}
            choices={[
              ["system", "As the system"],
              ["more", "More"],
            ]}
            onChange={(chosen) => setPreferences({ contrast: chosen })}
          />
        </FilterBar>
        <PartyPicker
          label="Receiver"
          value={receiver}
          known={[{ party, label: "Alice" }]}
          onChange={setReceiver}
        />
        <Question />
      </Card>
      <Card title="Review">
        <Steps label="Progress" steps={["Form", "Review", "Done"]} current={1} />
        <ReviewSheet
          rows={[
            { label: "Receiver", value: <PartyChip party={party} />, warning: "The first time." },
            { label: "Amount", value: <Amount value="12.5" decimals="full" /> },
          ]}
          confirm="Send 12.50 CC"
          onConfirm={() => undefined}
          onBack={() => undefined}
          reason="This is an example."
        />
      </Card>
    </Stack>
  );
};

/** Every component with examples, for those who write pages and for tests. */
export const GalleryPage = () => (
  <Page title="Components">
    <Banner tone="warning">Examples: nothing here is real.</Banner>
    <Columns>
      <Forms />
      <Lists />
    </Columns>
    <Card title="States">
      <Stack>
        <p>
          <StatusPill tone="positive">Completed</StatusPill>{" "}
          <StatusPill tone="warning">Expires soon</StatusPill>{" "}
          <StatusPill tone="negative">Rejected</StatusPill>{" "}
          <StatusPill tone="accent">Waiting</StatusPill>{" "}
          <StatusPill tone="neutral">Draft</StatusPill>
        </p>
        <Skeleton />
        <ErrorNote title="Cannot read the example." error={new Error("It is one.")} />
      </Stack>
    </Card>
  </Page>
);

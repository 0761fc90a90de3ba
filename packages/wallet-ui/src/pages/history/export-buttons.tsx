import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { useToast } from "../../components/feedback/toasts.js";
import { answerOf } from "../../data/client.js";
import { usePartyText } from "../../data/party-directory.js";
import { useWallet } from "../../data/wallet-context.js";
import { saveFile } from "../../data/save-file.js";
import { namedCsv } from "../../history/named-csv.js";
import type { HistoryFilter } from "../../history/filter-query.js";
import { messages } from "./messages.js";

const formats = [
  ["csv", "CSV", "text/csv"],
  ["jsonl", messages.export.jsonLines, "application/jsonl"],
] as const;

/** Saves exactly what the filter lets through, as the node writes it; a CSV has names too. */
export const ExportButtons = ({ filter }: { readonly filter: HistoryFilter }) => {
  const { api } = useWallet();
  const say = useToast();
  const nameOf = usePartyText();
  const [busy, setBusy] = useState("");
  const save = async (format: "csv" | "jsonl", type: string): Promise<void> => {
    setBusy(format);
    try {
      const text = await answerOf(
        api.wallet.GET("/v0/wallet/transactions/export", {
          // people open a CSV with a spreadsheet, which takes it for UTF-8 by its mark
          params: { query: { format, byte_order_mark: format === "csv", ...filter } },
          parseAs: "text",
        }),
      );
      const named = format === "csv" ? namedCsv(text, nameOf) : text;
      saveFile(`history.${format}`, named, type);
    } catch (thrown) {
      const cause = thrown instanceof Error ? thrown.message : String(thrown);
      say(messages.export.failed({ cause }), "negative");
    } finally {
      setBusy("");
    }
  };
  return formats.map(([format, name, type]) => (
    <Button key={format} isBusy={busy === format} onClick={() => void save(format, type)}>
      {messages.export.submit({ name })}
    </Button>
  ));
};

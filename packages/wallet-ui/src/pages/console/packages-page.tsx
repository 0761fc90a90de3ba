import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { TextField } from "../../components/forms/text-field.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { type ConsolePackage, useConsoleAction, usePackages } from "../../data/console-queries.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { UploadCard } from "./upload-card.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const nameOf = ({ id, name, version }: ConsolePackage): string =>
  name === "" ? id : `${name} ${version}`;

const PackageRow = ({
  shown,
  onVet,
  isBusy,
}: {
  readonly shown: ConsolePackage;
  readonly onVet: () => void;
  readonly isBusy: boolean;
}) => (
  <li>
    <div>
      <span className={styles["name"]}>
        {shown.name === "" ? (
          messages.packageWithoutAVettedName
        ) : (
          <StrangerText text={nameOf(shown)} />
        )}
      </span>
      <p className={styles["mono"]}>
        {shown.id.slice(0, 12)}…{shown.id.slice(-6)}{" "}
        <CopyButton text={shown.id} what={messages.packageId} />
      </p>
      {shown.isVetted ? (
        <StatusPill tone="positive">{messages.vetted}</StatusPill>
      ) : (
        <StatusPill tone="warning">{messages.notVettedTakesNoNew}</StatusPill>
      )}
    </div>
    <div className={styles["actions"]}>
      <Button
        isBusy={isBusy}
        onClick={onVet}
        label={(shown.isVetted ? messages.unvetPackage : messages.vetPackage)({
          name: nameOf(shown),
        })}
      >
        {shown.isVetted ? messages.unvet : messages.vet}
      </Button>
    </div>
  </li>
);

/** The packages of the node: upload, and which take commands. */
export const PackagesPage = () => {
  const say = useToast();
  const packages = usePackages();
  const [search, setSearch] = useState("");
  const { start, isBusy, error } = useConsoleAction<ConsolePackage>(
    "vet",
    (api, { id, isVetted }) => {
      const value = { packages: [{ packageId: id }] };
      const operation = isVetted ? { Unvet: { value } } : { Vet: { value } };
      return answerOf(
        api.ledger.POST("/v2/package-vetting/update", { body: { changes: [{ operation }] } }),
      );
    },
    (changed) =>
      say(
        (changed.isVetted ? messages.isNoLongerVetted : messages.isVetted)({
          name: nameOf(changed),
        }),
      ),
  );
  const wanted = search.trim().toLowerCase();
  const fits = (each: ConsolePackage): boolean =>
    `${each.name} ${each.version} ${each.id}`.toLowerCase().includes(wanted);
  return (
    <Page title={messages.packages}>
      <UploadCard />
      <Card title={messages.allPackages}>
        <div className={styles["search"]}>
          <TextField label={messages.searchByNameOrId} value={search} onChange={setSearch} />
        </div>
        {error === undefined ? null : (
          <ErrorNote title={messages.vettingWasNotChanged} error={error} />
        )}
        <ConsoleView
          query={packages}
          what={messages.thePackages}
          needs={adminRight}
          lines={6}
          isEmpty={(all) => !all.some(fits)}
          empty={<EmptyState icon="box" title={messages.noPackageHasSuch} />}
        >
          {(all) => (
            <ul className={styles["rights"]} aria-label={messages.packages}>
              {all.filter(fits).map((each) => (
                <PackageRow key={each.id} shown={each} isBusy={isBusy} onVet={() => start(each)} />
              ))}
            </ul>
          )}
        </ConsoleView>
      </Card>
    </Page>
  );
};

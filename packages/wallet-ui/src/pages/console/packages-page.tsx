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
          "Package without a vetted name"
        ) : (
          <StrangerText text={nameOf(shown)} />
        )}
      </span>
      <p className={styles["mono"]}>
        {shown.id.slice(0, 12)}…{shown.id.slice(-6)}{" "}
        <CopyButton text={shown.id} what="package id" />
      </p>
      {shown.isVetted ? (
        <StatusPill tone="positive">Vetted</StatusPill>
      ) : (
        <StatusPill tone="warning">Not vetted: takes no new commands</StatusPill>
      )}
    </div>
    <div className={styles["actions"]}>
      <Button
        isBusy={isBusy}
        onClick={onVet}
        label={`${shown.isVetted ? "Unvet" : "Vet"} ${nameOf(shown)}`}
      >
        {shown.isVetted ? "Unvet" : "Vet"}
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
    (changed) => say(`${nameOf(changed)} is ${changed.isVetted ? "no longer vetted" : "vetted"}.`),
  );
  const wanted = search.trim().toLowerCase();
  const fits = (each: ConsolePackage): boolean =>
    `${each.name} ${each.version} ${each.id}`.toLowerCase().includes(wanted);
  return (
    <Page title="Packages">
      <UploadCard />
      <Card title="All packages">
        <div className={styles["search"]}>
          <TextField label="Search by name or id" value={search} onChange={setSearch} />
        </div>
        {error === undefined ? null : (
          <ErrorNote title="The vetting was not changed." error={error} />
        )}
        <ConsoleView
          query={packages}
          what="the packages"
          needs={adminRight}
          lines={6}
          isEmpty={(all) => !all.some(fits)}
          empty={<EmptyState icon="search" title="No package has such a name or id" />}
        >
          {(all) => (
            <ul className={styles["rights"]} aria-label="Packages">
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

import { useState } from "react";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { type ConsolePackage, usePackages } from "../../data/console-queries.js";
import { ConsoleButton } from "./console-button.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { UploadCard } from "./upload-card.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const nameOf = ({ id, name, version }: ConsolePackage): string =>
  name === "" ? id : `${name} ${version}`;

const Vetting = ({
  shown: { id, isVetted },
  name,
}: {
  readonly shown: ConsolePackage;
  readonly name: string;
}) => {
  // an operation each: what is repeated after a lost answer must not be the opposite
  const verb = isVetted ? "unvet" : "vet";
  return (
    <ConsoleButton
      name={`${verb}.${id}`}
      label={isVetted ? messages.package.unvet : messages.package.vet}
      spokenLabel={(isVetted ? messages.package.unvetNamed : messages.package.vetNamed)({ name })}
      run={(api) => {
        const value = { packages: [{ packageId: id }] };
        const operation = isVetted ? { Unvet: { value } } : { Vet: { value } };
        return answerOf(
          api.ledger.POST("/v2/package-vetting/update", { body: { changes: [{ operation }] } }),
        );
      }}
      said={(isVetted ? messages.package.unvetDone : messages.package.vetDone)({ name })}
      failed={messages.package.vettingFailed}
    />
  );
};

const packageRow = (shown: ConsolePackage): Row => {
  const { id, name, isVetted } = shown;
  return {
    key: id,
    title: name === "" ? messages.package.unnamed : <StrangerText text={nameOf(shown)} />,
    status: isVetted ? (
      <StatusPill tone="positive">{messages.package.vetted}</StatusPill>
    ) : (
      <StatusPill tone="warning">{messages.package.unvetted}</StatusPill>
    ),
    lines: [
      <span key="id" className={styles["mono"]}>
        {id.slice(0, 12)}…{id.slice(-6)} <CopyButton text={id} what={messages.package.id} />
      </span>,
    ],
    actions: <Vetting shown={shown} name={nameOf(shown)} />,
  };
};

/** The packages of the node: upload, and which take commands. */
export const PackagesPage = () => {
  const packages = usePackages();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const fits = (each: ConsolePackage): boolean =>
    `${each.name} ${each.version} ${each.id}`.toLowerCase().includes(wanted);
  return (
    <Page title={messages.packages.title}>
      <UploadCard />
      <Card title={messages.packages.all}>
        <div className={styles["search"]}>
          <TextField label={messages.packages.search} value={search} onChange={setSearch} />
        </div>
        <ConsoleView query={packages} what={messages.packages.what} needs={adminRight} lines={6}>
          {(all) => (
            <Rows
              label={messages.packages.title}
              rows={all.filter(fits).map(packageRow)}
              empty={
                <EmptyState icon="box" title={messages.packages.notFound}>
                  {messages.packages.notFoundHint}
                </EmptyState>
              }
            />
          )}
        </ConsoleView>
      </Card>
    </Page>
  );
};
